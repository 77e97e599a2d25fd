/** A program that tries every attack and every piece of work as whoever starts it, and prints what each said as JSON. */
import { attacks, work } from "./attacks.ts";
import { siege } from "./siege.ts";

const place = await siege();
const said: Record<string, string> = {};
for (const [name, script] of Object.entries({ ...attacks, ...work })) said[name] = await place.run(script);
await place.close();
console.log(JSON.stringify(said));
