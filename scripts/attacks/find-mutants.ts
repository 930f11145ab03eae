import { parseAst } from 'vite';

/** One guard taken out of a file: the text from `start` to `end` becomes `put`. */
export type Mutant = { line: number; what: string; start: number; end: number; put: string };

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** Columns that say whose a row is. */
const owner = '(user_?id|person_?id|owner_?id|teacher_?id|created_?by)';
const ownerColumn = new RegExp(`^(\\w+\\.)?${owner}$`, 'i');
const ownerInSql = new RegExp(`(\\w+\\.)?\\b${owner}\\s*(=|<>)\\s*$`, 'i');
/** A condition about who asks. */
const aboutActor = /\b(may|refusal|refused|why)\b|\bactor\b|\bmember\b|[uU]serId|createdBy|ownerId|\brole\b/;

/** What the server answers to a request that it does not let through. */
const turnsAway = /throw new Refusal\(|return c\.notFound\(\)/;

/**
 * The guards of a TypeScript file, each to be taken out alone: in permissions and rules each condition and each operand
 * of one; elsewhere calls of `refuse…`, refusals thrown because of who asks, and conditions on a column that names an
 * owner, also those of joins. In `server`, which knows no owners, each refusal, and each operand of its condition.
 */
export function findMutants(
  source: string,
  { permissions = false, server = false }: { permissions?: boolean; server?: boolean },
): Mutant[] {
  const found: Mutant[] = [];
  const textOf = ({ start, end }: Node) => source.slice(start, end);
  const add = (what: string, { start, end }: { start: number; end: number }, put: string) => {
    const line = source.slice(0, start).split('\n').length;
    found.push({
      line,
      what: `${what}: ${source.slice(start, end).replaceAll(/\s+/g, ' ').slice(0, 90)}`,
      start,
      end,
      put,
    });
  };
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, (node) => {
    const test = node.test as Node | undefined;
    if (node.type === 'IfStatement' && test) {
      const consequent = textOf(node.consequent as Node);
      const throws = /throw /.test(consequent) && aboutActor.test(textOf(test));
      const isTurnedAway = server && turnsAway.test(consequent);
      if (permissions || throws || isTurnedAway) add('without', node, ';');
      if (isTurnedAway && test.type === 'LogicalExpression') {
        add('without the left of', test, `(${textOf(test.right as Node)})`);
        add('without the right of', test, `(${textOf(test.left as Node)})`);
      }
    }
    if (permissions && node.type === 'LogicalExpression') {
      add('without the left of', node, `(${textOf(node.right as Node)})`);
      add('without the right of', node, `(${textOf(node.left as Node)})`);
    }
    if (permissions && node.type === 'ConditionalExpression') {
      add('always the first of', node, `(${textOf(node.consequent as Node)})`);
      add('always the second of', node, `(${textOf(node.alternate as Node)})`);
    }
    if (node.type === 'ExpressionStatement' && /^(await )?refuse[A-Z(]/.test(textOf(node)))
      add('without', node, ';');
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node;
      const [column, , value] = node.arguments as Node[];
      const named = column?.type === 'Literal' && ownerColumn.test(String(column.value));
      const isCondition =
        named && value && (node.arguments as Node[]).length === 3 && value.type !== 'ArrowFunctionExpression';
      const method = callee.type === 'MemberExpression' ? (callee.property as Node).name : undefined;
      if (isCondition && (method === 'where' || method === 'on'))
        add('without', { start: (callee.object as Node).end, end: node.end }, '');
      if (isCondition && callee.type === 'Identifier' && callee.name === 'eb')
        add('without', node, 'eb.lit(true)');
    }
    if (node.type === 'TemplateLiteral') {
      for (const [at, quasi] of (node.quasis as Node[]).entries()) {
        const column = ownerInSql.exec(textOf(quasi).replace(/\$\{$|\$$/, ''));
        const value = (node.expressions as Node[])[at];
        if (!column || !value) continue;
        const start = quasi.start + column.index;
        // `${` and `}` stand around the expression.
        const end = source.indexOf('}', value.end) + 1;
        add('without', { start, end }, `(${source.slice(start, end)}) is not null`);
      }
    }
  });
  return found;
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const inner of [value].flat()) {
      if (inner && typeof inner === 'object' && typeof (inner as Node).type === 'string')
        visit(inner as Node, see);
    }
  }
}
