/** Sessions: a conversation goes on, and a fold over its log says what it took so far. */
import { agent, folds } from "kelson";

const model = process.env["KELSON_MODEL"] ?? `scripted/${import.meta.dirname}/session.json`;
const assistant = agent({ model, tools: [], prices: { input: 3, output: 15 } });

const first = await assistant.run("My ship is called Ada. Remember her name.");
const second = await assistant.run("What is she called?", { session: first.session });
console.log(second.text);

const { total } = await assistant.read(first.session, folds.usage);
console.log(
  `${total.replies} replies, ${total.input} tokens in, ${total.output} out, ${total.pricedUsd.toFixed(4)} USD`,
);
