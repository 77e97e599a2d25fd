/**
 * node:http or node:https, loaded when something is sent, as a start need not wait for them; and without their ESM faces:
 * importing those loads undici too, which takes 70 ms.
 */
export const nodeHttp = ({ protocol }: URL) =>
  protocol === "https:" ? process.getBuiltinModule("node:https") : process.getBuiltinModule("node:http");
