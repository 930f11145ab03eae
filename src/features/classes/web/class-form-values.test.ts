import { describe, expect, it } from 'vitest';
import { classForm } from '../contract.ts';
import { bodyOf, emptyForm, wrongFields } from './class-form-values.ts';

const filled = {
  ...emptyForm,
  title: 'Inglés para viajar',
  description: 'Del aeropuerto al hotel.',
  date: '2026-12-01',
  time: '18:30',
};

describe('the form', () => {
  it('lacks a title, a description, a day and a time when it opens', () => {
    expect(wrongFields(emptyForm)).toEqual({
      title: 'empty',
      description: 'empty',
      date: 'empty',
      time: 'empty',
    });
  });

  it('is sent with the defaults once those are there', () => {
    expect(wrongFields(filled)).toEqual({});
    expect(classForm.parse(bodyOf(filled))).toEqual({
      kind: 'class',
      title: 'Inglés para viajar',
      description: 'Del aeropuerto al hotel.',
      date: '2026-12-01',
      time: '18:30',
      zone: 'America/Bogota',
      durationMinutes: 60,
      requiredTier: 'free',
      language: null,
      level: null,
      targetAudience: 'adult',
      maxStudents: undefined,
      meetLink: null,
    });
  });

  it.each([
    ['title', { title: '   ' }, 'empty'],
    ['title', { title: 'a'.repeat(121) }, 'wrong'],
    ['durationMinutes', { durationMinutes: '' }, 'empty'],
    ['durationMinutes', { durationMinutes: 5 }, 'wrong'],
    ['maxStudents', { maxStudents: 501 }, 'wrong'],
    ['maxStudents', { maxStudents: 2.5 }, 'wrong'],
    ['meetLink', { meetLink: 'http://meet.example' }, 'wrong'],
    ['meetLink', { meetLink: 'en el parque' }, 'wrong'],
    ['zone', { zone: 'Marte/Olimpo' }, 'wrong'],
  ] as const)('says which field is amiss: %s', (field, change, reason) => {
    expect(wrongFields({ ...filled, ...change })).toEqual({ [field]: reason });
  });

  it('takes a link with spaces around it', () => {
    expect(wrongFields({ ...filled, meetLink: ' https://meet.example/a ' })).toEqual({});
  });
});
