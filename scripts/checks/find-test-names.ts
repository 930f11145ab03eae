import { type CallExpression, parseSync, Visitor } from 'oxc-parser';

export type TestName = {
  /** As written, quotes unescaped; what a template fills in stands as `${…}`. */
  text: string;
  index: number;
  isInDescribe: boolean;
};

/** The names given to `it`, `test` and `describe` in a test file, also behind `.each(table)` and its like. */
export function findTestNames(file: string, text: string): TestName[] {
  const names: TestName[] = [];
  let describes = 0;
  new Visitor({
    CallExpression(call) {
      const named = namedBy(call);
      const [name] = call.arguments;
      const isText =
        name?.type === 'TemplateLiteral' || (name?.type === 'Literal' && typeof name.value === 'string');
      if (named && name && isText) {
        names.push({
          text: text.slice(name.start + 1, name.end - 1).replace(/\\(['"`])/g, '$1'),
          index: name.start,
          isInDescribe: describes > 0,
        });
      }
      if (named === 'describe') describes++;
    },
    'CallExpression:exit'(call) {
      if (namedBy(call) === 'describe') describes--;
    },
  }).visit(parseSync(file, text).program);
  return names;
}

const naming = new Set(['it', 'test', 'describe']);

/** What of Vitest's a call names: `it` of `it('…')` and of `it.each(table)('…')`. */
function namedBy({ callee }: CallExpression): string | undefined {
  const root =
    callee.type === 'CallExpression' && callee.callee.type === 'MemberExpression'
      ? callee.callee.object
      : callee;
  return root.type === 'Identifier' && naming.has(root.name) ? root.name : undefined;
}
