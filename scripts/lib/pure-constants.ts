import { type Plugin, parseAst } from 'vite';

const kinds = ['CallExpression', 'NewExpression', 'ObjectExpression'];

/** Marks the calls that make a module's constants as free of side effects, so that unused ones are dropped. */
export const markPureConstants = (code: string): string => {
  const constants = parseAst(code).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return declaration?.type === 'VariableDeclaration' ? declaration.declarations : [];
  });
  const calls = constants.flatMap(({ init }) => (init && kinds.includes(init.type) ? [init] : []));
  // From the end, so that the positions before stay valid.
  return calls.reduceRight(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`,
    code,
  );
};

/** Bundles of `src/shared` contain only the schemas that they use: its modules declare and do nothing else. */
export const pureConstants: Plugin = {
  name: 'pure-constants',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/shared\/[^?]*\.ts$/ },
    handler: (code) => ({ code: markPureConstants(code), map: null }),
  },
};
