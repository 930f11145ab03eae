import { expect, it } from 'vitest';
import { mailboxOf } from './mailbox-of.ts';

it.each([
  ['Ana@Example.org', 'ana@example.org'],
  ['ana+mama@example.org', 'ana@example.org'],
  ['a.n.a@example.org', 'a.n.a@example.org'],
  ['a.na+sumi@gmail.com', 'ana@gmail.com'],
  ['ana@googlemail.com', 'ana@gmail.com'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
