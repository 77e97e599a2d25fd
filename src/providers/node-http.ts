/** node:http and node:https without their ESM faces: importing those loads undici too, which takes 70 ms at every start. */

export const http = process.getBuiltinModule("node:http");
export const https = process.getBuiltinModule("node:https");
