/** Lets a person choose a model: of those that are known, or any other by its name. */
import type { ModelFacts } from "../../../contract/model-facts.ts";
import { count } from "../../terminal/figures.ts";
import type { Screen } from "../screen.ts";
import { pick } from "./pick.ts";
import type { Row } from "./picking.ts";

/** `provider/model`, or undefined. */
export const pickModel = async (screen: Screen): Promise<string | undefined> => {
  const rows = (await screen.desk.models("")).map(rowOf);
  const { model } = screen.desk.place();
  return pick(screen, {
    title: `Model (now ${model})`,
    rows,
    at: rows.findIndex(({ value }) => value === model),
    free: (typed) => ({ value: typed, label: typed, about: "as you wrote it" }),
  });
};

const rowOf = ({ name, window, prices, reasoning }: ModelFacts): Row<string> => {
  const facts = [
    window !== undefined && `window ${count(window)}`,
    prices !== undefined && `$${prices.input} in, $${prices.output} out a million`,
    reasoning === true && "thinks",
  ];
  return { value: name, label: name, about: facts.filter((fact) => fact !== false).join(" · ") };
};
