/** What a shell line says, as a tree: how the port to the shell parser answers. Nothing is expanded, nothing is judged. */

/**
 * A piece of a word after quote removal. What is quoted is neither split nor globbed. `unknown` is what only the running
 * shell can say (a substitution, arithmetic, `${a:-b}`), with the scripts that are run to find out.
 */
export type WordPiece =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | { readonly kind: "variable"; readonly name: string; readonly quoted: boolean }
  | {
      readonly kind: "unknown";
      readonly source: string;
      readonly why: string;
      readonly quoted: boolean;
      readonly runs: readonly (readonly ShellNode[])[];
    };

export interface ShellWord {
  readonly source: string;
  readonly pieces: readonly WordPiece[];
}

/** `name=value`, or `name+=value`. */
export interface ShellAssignment {
  readonly name: string;
  readonly append: boolean;
  readonly value: ShellWord;
}

/** `target` is a path, a file descriptor or `-`; for `<<`, `<<-` and `<<<` it is the text that is read. */
export interface ShellRedirect {
  readonly operator: "<" | ">" | ">>" | ">|" | "<>" | "<&" | ">&" | "&>" | "&>>" | "<<" | "<<-" | "<<<";
  readonly target: ShellWord;
}

export interface SimpleCommand {
  readonly kind: "simple";
  readonly assignments: readonly ShellAssignment[];
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
}

/**
 * A node of the tree. `expression` is `[[ … ]]` or `(( … ))`; `loop` is `while`, `until`, `for` and `select`, of which the
 * latter two have a variable.
 */
export type ShellNode =
  | SimpleCommand
  | { readonly kind: "pipeline"; readonly negated: boolean; readonly stages: readonly ShellNode[] }
  | {
      readonly kind: "chain";
      readonly operator: "&&" | "||";
      readonly left: ShellNode;
      readonly right: ShellNode;
    }
  | { readonly kind: "background"; readonly body: ShellNode }
  | { readonly kind: "subshell" | "group"; readonly body: readonly ShellNode[] }
  | { readonly kind: "redirected"; readonly body: ShellNode; readonly redirects: readonly ShellRedirect[] }
  | {
      readonly kind: "if";
      readonly condition: readonly ShellNode[];
      readonly body: readonly ShellNode[];
      readonly otherwise: readonly ShellNode[];
    }
  | {
      readonly kind: "loop";
      readonly variable?: string;
      readonly words: readonly ShellWord[];
      readonly condition: readonly ShellNode[];
      readonly until: boolean;
      readonly body: readonly ShellNode[];
    }
  | {
      readonly kind: "case";
      readonly word: ShellWord;
      readonly branches: readonly { readonly patterns: readonly ShellWord[]; readonly body: readonly ShellNode[] }[];
    }
  | { readonly kind: "expression"; readonly words: readonly ShellWord[] }
  | { readonly kind: "function"; readonly name: string; readonly body: ShellNode };

/** All of a line. With a problem the nodes are only what came before it. */
export interface ShellScript {
  readonly nodes: readonly ShellNode[];
  /** Sentences without a full stop: what could not be read as bash would read it. */
  readonly problems: readonly string[];
}

/** Reads a line as bash does. Never throws. */
export type ParseShell = (line: string) => ShellScript;
