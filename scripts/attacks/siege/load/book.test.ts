import { describe, expect, it } from 'vitest';
import { Book, type Value } from './book.ts';

const never = () => false;
const factsOf = (rows: Record<string, string>) => new Map(Object.entries(rows));
const settle = (book: Book, rows: Record<string, string>, lost: [string, Value][][] = []) =>
  book.settle(factsOf(rows), lost, never);

describe('Book', () => {
  it('finds an acknowledged write that the database lost', () => {
    const book = new Book(factsOf({}));
    book.note([['like', 'true']], 'acknowledged');
    expect(settle(book, {})).toEqual(['like: the book says true, the database null']);
  });

  it('finds a row that an acknowledged write had taken away', () => {
    const book = new Book(factsOf({ like: 'true' }));
    book.note([['like', null]], 'acknowledged');
    expect(settle(book, { like: 'true' })).toHaveLength(1);
  });

  it('finds a refused write that had an effect, on a key that was written before', () => {
    const book = new Book(factsOf({}));
    book.note([['name', 'Ana']], 'acknowledged');
    book.note([['name', 'Luz']], 'refused');
    expect(settle(book, { name: 'Luz' })).toHaveLength(1);
    expect(new Book(factsOf({})).valueOf('name')).toBeNull();
  });

  it('takes a write without an answer as present or as absent, and as nothing else', () => {
    for (const [rows, violations] of [
      [{ name: 'Ana' }, 0],
      [{ name: 'Luz' }, 0],
      [{ name: 'Eva' }, 1],
      [{}, 1],
    ] as const) {
      const book = new Book(factsOf({ name: 'Ana' }));
      book.note([['name', 'Luz']], 'unknown');
      expect(book.isCertain('name')).toBe(false);
      expect(settle(book, rows as Record<string, string>)).toHaveLength(violations);
    }
  });

  it('finds one half of a write without an answer', () => {
    const effects: [string, Value][] = [
      ['name', 'Luz'],
      ['country', 'Chile'],
    ];
    for (const [rows, violations] of [
      [{ name: 'Luz', country: 'Chile' }, 0],
      [{}, 0],
      [{ name: 'Luz' }, 1],
    ] as const) {
      const book = new Book(factsOf({}));
      book.note(effects, 'unknown');
      expect(settle(book, rows as Record<string, string>, [effects])).toHaveLength(violations);
    }
  });

  it('goes on from what the database says', () => {
    const book = new Book(factsOf({}));
    book.note([['place', 'seat']], 'unknown');
    expect(settle(book, { place: 'seat' })).toEqual([]);
    expect(book.isCertain('place')).toBe(true);
    expect(book.valueOf('place')).toBe('seat');
  });

  it('allows what the server does by itself', () => {
    const book = new Book(factsOf({}));
    book.note([['place', 'waiting']], 'acknowledged');
    const offers = (_key: string, from: Value, to: Value) => from === 'waiting' && to === 'offered';
    expect(book.settle(factsOf({ place: 'offered' }), [], offers)).toEqual([]);
  });
});
