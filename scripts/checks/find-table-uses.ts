import { type CallExpression, type Node, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser';

/** One place where SQL names a table, a view or a function. */
export type Use = {
  kind: 'create' | 'alter' | 'write' | 'read' | 'trigger' | 'call';
  /** In snake case, as in the database. */
  name: string;
};

const write = new Set(['insertInto', 'replaceInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const read = /^(selectFrom|from|using|(inner|left|right|full|cross)Join(Lateral)?)$/;

/**
 * The tables and SQL functions that a TypeScript file names: in calls of the Kysely builder, in `sql` templates and in
 * strings that begin like a statement. A table whose name is computed (`sql.table(name)`) answers as `?`.
 */
export function findUsesInTypeScript(source: string): Use[] {
  const uses: Use[] = [];
  const text = (value: unknown) => {
    if (typeof value === 'string' && looksLikeSql(value)) uses.push(...findUsesInSql(value));
  };
  new Visitor({
    CallExpression: (call) => void uses.push(...usesOfCall(call)),
    TaggedTemplateExpression({ tag, quasi }) {
      if (rootName(tag) === 'sql') uses.push(...findUsesInSql(templateText(quasi)));
    },
    Literal: ({ value }) => text(value),
    TemplateLiteral: (template) => text(templateText(template)),
  }).visit(parseSync('source.ts', source).program);
  return uses;
}

function usesOfCall({ callee, arguments: given }: CallExpression): Use[] {
  const [first] = given;
  if (!first) return [];
  const method = callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee);
  if (method === 'table' && rootName(callee) === 'sql') {
    const names = literals(first);
    return (names.length > 0 ? names : ['?']).map((name) => ({ kind: 'write', name }));
  }
  const kind = write.has(method) ? 'write' : read.test(method) ? 'read' : null;
  return kind ? literals(first).map((name) => ({ kind, name: tableOf(name) })) : [];
}

function literals(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'ArrayExpression')
    return node.elements.flatMap((each) => (each === null ? [] : literals(each)));
  return [];
}

const nameOf = (node: Node) =>
  node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';

/** 'classEnrollments as seat' is class_enrollments. */
function tableOf(name: string): string {
  return (name.split(' ')[0] ?? name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What `sql`, `sql<Row>` and `sql.table` all begin with. */
function rootName(node: Node): string {
  return node.type === 'MemberExpression' ? rootName(node.object) : nameOf(node);
}

function templateText({ quasis }: TemplateLiteral): string {
  return quasis.map(({ value }) => value.cooked ?? value.raw).join(' $ ');
}

function looksLikeSql(text: string): boolean {
  return /^\s*(select|insert into|update|delete from|merge into|truncate|with)\s/i.test(text);
}

/** Words that end a list of tables: `from a, b where`. */
const endsList = new Set([
  'where',
  'group',
  'order',
  'limit',
  'union',
  'returning',
  'set',
  'on',
  'for',
  'window',
  'having',
]);

/** The tables and functions that SQL names; the bodies of functions count too. */
export function findUsesInSql(text: string): Use[] {
  const words = wordsOf(text);
  const uses: Use[] = [];
  const add = (kind: Use['kind'], name: string | undefined) => {
    if (name && /^[a-z_]/.test(name)) uses.push({ kind, name });
  };
  words.forEach((word, at) => {
    const [before, after, third] = [words[at - 1], words[at + 1], words[at + 2]];
    if (word === 'into' && (before === 'insert' || before === 'merge')) add('write', after);
    else if (word === 'truncate' || (word === 'update' && before !== 'for')) add('write', after);
    else if (word === 'from' && before === 'delete') add('write', after);
    else if (word === 'from' || word === 'using') for (const name of listFrom(words, at)) add('read', name);
    else if (word === 'join') add('read', after === 'lateral' ? third : after);
    else if (word === 'references') add('read', after);
    else if (word === 'table' && before === 'alter') {
      if (!onlyAddsForeignKeys(words.slice(at, words.indexOf(';', at)))) add('alter', after);
    } else if (word === 'table' && before === 'create') add('create', after === 'if' ? words[at + 4] : after);
    else if (word === 'view' || word === 'function') {
      if (before === 'create' || before === 'replace') add('create', after);
      else if (before === 'execute') add('call', after);
    } else if (word === 'index' || word === 'trigger') {
      const on = words.indexOf('on', at);
      if (before === 'create' || before === 'unique')
        add(word === 'index' ? 'alter' : 'trigger', words[on + 1]);
    } else if (after === '(' && before !== 'function') add('call', word);
  });
  return uses;
}

/** A later feature points an earlier table at its own: only once both exist can the foreign key be added. */
function onlyAddsForeignKeys(statement: string[]): boolean {
  const count = (word: string) => statement.filter((each) => each === word).length;
  return count('add') > 0 && count('add') === count('foreign') && count('drop') + count('alter') === 0;
}

function listFrom(words: string[], at: number): string[] {
  const names: string[] = [];
  let depth = 0;
  let expected = true;
  for (const word of words.slice(at + 1)) {
    if (word === '(') depth++;
    else if (word === ')') depth--;
    if (depth < 0 || word === ';' || (depth === 0 && endsList.has(word))) break;
    if (depth > 0 || word === ')') continue;
    if (expected && word !== 'only' && word !== 'lateral') {
      names.push(word);
      expected = false;
    }
    if (word === ',') expected = true;
  }
  return names;
}

function wordsOf(text: string): string[] {
  const bare = text
    .replace(/--.*$/gm, ' ')
    .replace(/'(?:[^']|'')*'/g, " '' ")
    .replace(/\$\$/g, ' ; ');
  return bare.toLowerCase().match(/[a-z_][a-z0-9_]*|\S/g) ?? [];
}

/** The SQL functions that a migration creates, and what the body of each does. */
export function findFunctions(text: string): { name: string; uses: Use[] }[] {
  const created = /create (?:or replace )?function (\w+)[\s\S]*?as (\$\$[\s\S]*?\$\$|'[^']*')/gi;
  return [...text.matchAll(created)].map(([, name = '', body = '']) => ({
    name,
    uses: findUsesInSql(body.replace(/^'|'$/g, '')),
  }));
}
