import { expect, it } from 'vitest';
import { findMutants } from './find-mutants.ts';

const without = (source: string, permissions = false) =>
  findMutants(source, { permissions }).map(
    ({ start, end, put }) => source.slice(0, start) + put + source.slice(end),
  );

it('takes out a refusal that is thrown because of who asks, and leaves other refusals', () => {
  const source =
    'if (refusal) throw new Refusal(refusal);\nif (full) throw new Refusal(enrolRefusals.full);\n';
  expect(without(source)).toEqual([';\nif (full) throw new Refusal(enrolRefusals.full);\n']);
});

it('takes out a call that refuses, awaited or not', () => {
  expect(without('await refuseUnlessManaged(ctx, id);')).toEqual([';']);
});

it('takes out a condition on a column that names an owner, in a builder and in SQL', () => {
  expect(
    without("db.selectFrom('orders').where('orders.userId', '=', actor.userId).where('id', '=', id);"),
  ).toEqual(["db.selectFrom('orders').where('id', '=', id);"]);
  expect(without(`sql\`delete from seats where user_id = $\{me} and id = 7\``)).toEqual([
    `sql\`delete from seats where (user_id = $\{me}) is not null and id = 7\``,
  ]);
});

it('takes out each condition of permissions, and each of its operands', () => {
  expect(without('const f = (a) => (a.isAdmin && a.isHere ? null : no);', true)).toEqual([
    'const f = (a) => ((null));',
    'const f = (a) => ((no));',
    'const f = (a) => ((a.isHere) ? null : no);',
    'const f = (a) => ((a.isAdmin) ? null : no);',
  ]);
});
