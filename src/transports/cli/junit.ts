/** Outcomes as JUnit XML, as CI servers read it (testmoapp/junitxml describes the format they share). */

export interface JunitCase {
  readonly name: string;
  readonly failures: readonly { readonly message: string; readonly text: string }[];
}

export const junit = (suite: string, cases: readonly JunitCase[]): string => {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const rows = cases.map(({ name, failures }) =>
    failures.length === 0
      ? `  <testcase classname="${escaped(suite)}" name="${escaped(name)}"/>`
      : [
          `  <testcase classname="${escaped(suite)}" name="${escaped(name)}">`,
          ...failures.map(
            ({ message, text }) => `    <failure message="${escaped(message)}">${escaped(text)}</failure>`,
          ),
          "  </testcase>",
        ].join("\n"),
  );
  const counts = `tests="${cases.length}" failures="${failed}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(suite)}" ${counts}>`,
    ...rows,
    "</testsuite>",
    "",
  ].join("\n");
};

const names: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** XML 1.0 has no place for most control characters, not even escaped. */
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu, "\uFFFD")
    .replaceAll(/["&'<>]/gu, (character) => names[character] ?? character);
