import { describe, expect, it } from 'vitest';
import { keepTyping } from '#web/ui/forms/use-stored-form.ts';
import { classForm, type ManagedClass } from '../../contract.ts';
import {
  bodyOf,
  changesOf,
  copyOf,
  emptyForm,
  newForm,
  valuesOf,
  weekdaysAfter,
  wrongFields,
} from './class-form-values.ts';

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
      promptCard: null,
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

  it('begins with the language of a teacher who teaches one, and with none for a teacher of several', () => {
    expect(newForm(['fr'])).toEqual({ ...emptyForm, language: 'fr' });
    expect([newForm([]), newForm(['fr', 'en'])]).toEqual([emptyForm, emptyForm]);
  });

  it('takes a link with spaces around it', () => {
    expect(wrongFields({ ...filled, meetLink: ' https://meet.example/a ' })).toEqual({});
  });

  it('sends the address of a link that was typed without https', () => {
    const typed = { ...filled, meetLink: 'meet.google.com/abc-defg-hij' };
    expect(wrongFields(typed)).toEqual({});
    expect(bodyOf(typed).meetLink).toBe('https://meet.google.com/abc-defg-hij');
  });
});

describe('the form of a class that exists', () => {
  const liveClass = {
    id: '019a0000-0000-7000-8000-000000000000',
    kind: 'club',
    title: 'Club de cine',
    description: 'Una película cada semana.',
    startsAt: '2026-12-02T00:30:00.000Z',
    zone: 'America/Bogota',
    durationMinutes: 90,
    requiredTier: 'premium',
    language: 'en',
    level: null,
    targetAudience: 'adult',
    maxStudents: 6,
    hasMeetLink: true,
    priceCents: 1250,
    currency: 'USD',
  } as ManagedClass;

  it('opens with what is said of it, on its own clock, and has nothing to send', () => {
    const values = valuesOf(liveClass);
    expect(values).toMatchObject({
      date: '2026-12-01',
      time: '19:30',
      priceCents: 1250,
      soldSingly: true,
      meetLink: '',
    });
    expect(wrongFields(values)).toEqual({});
    expect(changesOf(values, values)).toEqual({});
  });

  it('is copied with the link that its teacher pasted, and without one for that class alone', () => {
    const now = new Date('2026-12-03T12:00:00Z');
    const linkForCopies = 'https://meet.example.org/x';
    expect(copyOf({ ...liveClass, linkForCopies }, now)).toMatchObject({
      date: '2026-12-08',
      time: '19:30',
      meetLink: linkForCopies,
    });
    expect(copyOf({ ...liveClass, linkForCopies: null }, now).meetLink).toBe('');
  });

  it('sends what differs', () => {
    const before = valuesOf(liveClass);
    expect(changesOf(before, { ...before, title: 'Club de series', maxStudents: 4 })).toEqual({
      title: 'Club de series',
      maxStudents: 4,
    });
    expect(changesOf(before, { ...before, priceCents: 70 })).toEqual({ priceCents: 70 });
    expect(changesOf(before, { ...before, soldSingly: false })).toEqual({ priceCents: null });
  });

  it('may leave neither its seats nor the price of one empty, which would be sent as no change', () => {
    const before = valuesOf(liveClass);
    expect(wrongFields({ ...before, maxStudents: '' }, { exists: true })).toEqual({ maxStudents: 'empty' });
    expect(wrongFields({ ...before, priceCents: null }, { exists: true })).toEqual({ priceCents: 'empty' });
    const unsold = valuesOf({ ...liveClass, priceCents: null });
    expect(wrongFields(unsold, { exists: true })).toEqual({});
    expect(wrongFields({ ...unsold, soldSingly: true }, { exists: true })).toEqual({ priceCents: 'empty' });
    expect(wrongFields({ ...before, requiredTier: 'free', priceCents: null }, { exists: true })).toEqual({});
  });

  it('keeps what the organiser was typing over what another organiser has changed', () => {
    const before = valuesOf(liveClass);
    const typed = { ...before, title: 'Club de series' };
    const now = { ...before, time: '20:00', title: 'Club de teatro' };
    expect(keepTyping(before, typed, now)).toEqual({ ...before, time: '20:00', title: 'Club de series' });
  });
});

describe('the days of the week of a new class', () => {
  // 1 December 2026 is a Tuesday.
  const { weekdays: _, ...tuesday } = { ...filled, date: '2026-12-01' };
  const thursday = { ...tuesday, date: '2026-12-03' };
  const undated = { ...tuesday, date: '' };
  const club = { kind: 'club' } as const;
  const lesson = { kind: 'class' } as const;
  it.each([
    ['a class repeats on none', { ...undated, ...lesson, weekdays: [] }, { ...tuesday, ...lesson }, []],
    [
      'a club repeats on the day of its date',
      { ...undated, ...club, weekdays: [] },
      { ...tuesday, ...club },
      ['2'],
    ],
    ['a class that becomes a club', { ...tuesday, ...lesson, weekdays: [] }, { ...tuesday, ...club }, ['2']],
    ['a club that becomes a class', { ...tuesday, ...club, weekdays: ['2'] }, { ...tuesday, ...lesson }, []],
    ['a club of another date', { ...tuesday, ...club, weekdays: ['2'] }, { ...thursday, ...club }, ['4']],
    ['a club without a date', { ...tuesday, ...club, weekdays: ['2'] }, { ...undated, ...club }, []],
    [
      'a club of days that were chosen',
      { ...tuesday, ...club, weekdays: ['2', '5'] },
      { ...thursday, ...club },
      ['2', '5'],
    ],
    ['a club that is held once', { ...tuesday, ...club, weekdays: [] }, { ...thursday, ...club }, []],
  ])('%s', (_says, before, after, expected) => {
    expect(weekdaysAfter(before, { ...after, weekdays: before.weekdays })).toEqual(expected);
  });

  it('are those that the organiser has just chosen', () => {
    const before = { ...tuesday, ...club, weekdays: ['2'] };
    expect(weekdaysAfter(before, { ...before, weekdays: [] })).toEqual([]);
    expect(weekdaysAfter(before, { ...before, weekdays: ['2', '4'] })).toEqual(['2', '4']);
  });
});
