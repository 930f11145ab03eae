import { expect, it } from 'vitest';
import { firstRow, onlyRow } from './only-row.ts';

it('onlyRow answers the one row, and throws where there is none or another one', () => {
  expect(onlyRow([{ lsn: '0/1' }])).toEqual({ lsn: '0/1' });
  expect(() => onlyRow([])).toThrow('no row');
  expect(() => onlyRow([{ lsn: '0/1' }, { lsn: '0/2' }])).toThrow('2 rows');
});

it('firstRow answers the first of several rows, and throws where there is none', () => {
  expect(firstRow([{ lsn: '0/1' }, { lsn: '0/2' }])).toEqual({ lsn: '0/1' });
  expect(() => firstRow([])).toThrow('no row');
});
