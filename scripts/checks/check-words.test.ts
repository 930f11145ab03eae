import { expect, it } from 'vitest';
import { findWordFaults } from './check-words.ts';

const faultsOf = (text: string, file = 'src/server/one.ts') => findWordFaults(new Map([[file, text]]));

it('check:words reports the word in a comment, where it stands, and the plain one', () => {
  expect(faultsOf('const one = 1;\n/** Whoever asks. */')).toEqual([
    'src/server/one.ts:2: "Whoever"; name who acts: student, teacher, administrator, visitor, person',
  ]);
});

it('check:words reports a word in a line comment, in SQL and in the name of a test', () => {
  expect(faultsOf('// They wait for each\n// other in a circle.')).toHaveLength(1);
  expect(faultsOf('-- Nobody owns it.', 'migrations/0001-server.sql')).toHaveLength(1);
  expect(faultsOf("it('somebody signs in', () => {});", 'src/server/one.test.ts')).toHaveLength(1);
  expect(faultsOf("it.each([1])('%i lets go', () => {});", 'src/server/one.test.ts')).toHaveLength(1);
});

it('check:words reports a word in the summary of an operation, but in no other string of a contract', () => {
  const contract = "operation({\n  summary:\n    'Lists seats. Of a kid’s none.',\n})";
  expect(faultsOf(contract, 'src/features/store/contract.ts')).toEqual([
    'src/features/store/contract.ts:2: "Of"; begin with the subject of the sentence: who acts, or what it is about',
  ]);
  expect(faultsOf("z.literal('Of a kid')", 'src/features/store/contract.ts')).toEqual([]);
});

it('check:words leaves code, strings and addresses alone', () => {
  expect(faultsOf('// PostgreSQL runs as `nobody`.')).toEqual([]);
  expect(faultsOf("const nobody = 'https://example.org/whoever'; // A visitor.")).toEqual([]);
  expect(faultsOf("select 'somebody' -- A student.", 'migrations/0001-server.sql')).toEqual([]);
});

it('check:words reports a clause that stands for a person, but no question', () => {
  expect(faultsOf('// A free seat goes to who waits.')).toEqual([
    'src/server/one.ts:1: "to who waits"; name the person: a student who, the person who',
  ]);
  expect(faultsOf('// A free seat goes to a student who waits. The list of who may teach says it.')).toEqual(
    [],
  );
});

it('check:words reports a sentence that begins with "Of", but no "of" inside of one', () => {
  expect(faultsOf('// Of two callers one waits.')).toEqual([
    'src/server/one.ts:1: "Of"; begin with the subject of the sentence: who acts, or what it is about',
  ]);
  expect(faultsOf('/**\n * Syncs a channel. Of parallel callers one\n * does.\n */')).toHaveLength(1);
  expect(faultsOf('- Of a kid it keeps the alias.', 'docs/scaling.md')).toHaveLength(1);
  expect(faultsOf('// One of two callers waits, of several the last; `titleOf` and `Of` are names.')).toEqual(
    [],
  );
});

it('check:words reports a word on a page of the documentation, but not one that the page quotes', () => {
  expect(faultsOf('Somebody asks.\n\nWhoever waits.', 'docs/scaling.md')).toHaveLength(2);
  expect(faultsOf('PostgreSQL runs as `nobody`; "anybody" is refused.', 'docs/scaling.md')).toEqual([]);
});

it('check:words reports a comment line of more than 120 columns', () => {
  const of = (columns: number) => `// ${'a'.repeat(columns - 3)}`;
  expect(faultsOf(of(121))).toEqual(['src/server/one.ts:1: a comment of 121 columns; 120 at most']);
  expect(faultsOf(of(120))).toEqual([]);
  expect(faultsOf(`/** ${'a'.repeat(114)} */`)).toEqual([
    'src/server/one.ts:1: a comment of 121 columns; 120 at most',
  ]);
  expect(faultsOf(`const one = '${'a'.repeat(120)}';`)).toEqual([]);
});

it('check:words reports a title of a test that goes on from another one', () => {
  const test = "describe('a seat', () => {\n  it('not without a plan', () => {});\n});";
  expect(faultsOf(test, 'src/server/one.test.ts')).toEqual([
    'src/server/one.test.ts:2: "not without a plan"; begin with what is claimed',
  ]);
  expect(faultsOf("it('and its price', () => {});", 'src/server/one.test.ts')).toHaveLength(1);
  expect(faultsOf("it('notifies a student', () => {});", 'src/server/one.test.ts')).toEqual([]);
});

it('check:words reports a title of a test that names no subject, where no describe around it does', () => {
  const faults = (text: string) => faultsOf(text, 'src/server/one.test.ts');
  expect(faults("\nit('refuses a visitor', () => {});")).toEqual([
    'src/server/one.test.ts:2: a title that begins with "refuses" outside of describe; name what does it',
  ]);
  expect(faults("it.each([\n  ['(a)'],\n])(\n  'refuses %s',\n  () => {},\n);")).toHaveLength(1);
  expect(faults("describe('a seat', () => {\n  it('refuses a visitor', () => {});\n});")).toEqual([]);
  expect(faults("it('buySeat refuses a visitor', () => {});")).toEqual([]);
});

it('check:words reports a control whose title begins otherwise than those of its kind', () => {
  const faults = (title: string) => faultsOf(`it('${title}', () => {});`, 'src/server/one.test.ts');
  expect(faults('control: a purchase overspends')).toEqual([
    'src/server/one.test.ts:1: a control begins with "the control:"',
  ]);
  expect(faults('the control: a purchase overspends')).toEqual([]);
});
