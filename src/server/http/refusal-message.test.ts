import { describe, expect, it } from 'vitest';
import { refusalMessage } from './refusal-message.ts';

describe('refusalMessage', () => {
  it('reads the text of a refusal in the Spanish catalogue of its feature', () => {
    expect(refusalMessage('classes/full')).toBe('Ya no quedan lugares en esta clase.');
  });

  it('reads the text of a refusal of no feature in the catalogue of the frame', () => {
    expect(refusalMessage('http/not-found')).toBe('No encontramos lo que buscas.');
  });

  it('fills in the detail, and leaves a gap open without one', () => {
    expect(refusalMessage('coins/too-few', { missing: 20 })).toBe('Sumicoins insuficientes. Te faltan 20.');
    expect(refusalMessage('coins/too-few')).toBe('Sumicoins insuficientes. Te faltan {{missing}}.');
  });

  it('has no text for a code that the catalogues do not know', () => {
    expect(refusalMessage('nowhere/at-all')).toBeUndefined();
  });
});
