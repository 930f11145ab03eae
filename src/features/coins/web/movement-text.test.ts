import { createInstance } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { Movement } from '../contract.ts';
import { detailOf, titleOf } from './movement-text.ts';

const i18n = createInstance();
beforeAll(async () => {
  const takenBack = {
    streak: 'Racha de menos',
    attendance: 'Clase de menos',
    referral: 'Invitación de menos',
  };
  const store = { items: { 'custom-avatar': { name: 'Avatar personalizado' } } };
  await i18n.init({
    lng: 'es',
    ns: ['coins', 'store'],
    resources: {
      es: {
        coins: {
          causes: { 'streak-week': 'Siete días de racha' },
          types: { reward: 'Por ver un video' },
          cupPrize: 'Copa de {{cup}}: puesto {{place}}',
          takenBack,
        },
        store,
      },
    },
  });
});

const detail = (description: string, transactionType: Movement['transactionType'] = 'purchase') =>
  detailOf({ description, transactionType } as Movement, i18n);

it('a store item is named in the reader’s language', () => {
  expect(detail('custom-avatar')).toBe('Avatar personalizado');
});

it('a prize of the cup is named by its month and language in the reader’s language', () => {
  expect(detail('cup-prize:2026-10:en:2', 'duolingo_reward')).toBe(
    'Copa de octubre de 2026 · Inglés: puesto 2',
  );
  expect(detail('cup-prize:2026-10::1', 'duolingo_reward')).toBe('Copa de octubre de 2026: puesto 1');
  expect(detail('cup-prize:2026-10:Alto: Valyrio:3', 'duolingo_reward')).toBe(
    'Copa de octubre de 2026 · Alto: Valyrio: puesto 3',
  );
  expect(detail('cup-prize:2026-10:en:2', 'admin_credit')).toBe('cup-prize:2026-10:en:2');
});

it('the description of any other movement is shown as it was written', () => {
  expect(detail('Por ayudar en el club', 'admin_credit')).toBe('Por ayudar en el club');
  expect(detail('store:items.custom-avatar.name', 'admin_credit')).toBe('store:items.custom-avatar.name');
  expect(detail('sold-out-item')).toBe('sold-out-item');
});

it('the sign-up bonus shows its type and no description', () => {
  expect(detail('Bono de bienvenida', 'signup_bonus')).toBeNull();
});

it('a reward of the streak is called by what it was for, any other by its type', () => {
  const title = (description: string) =>
    titleOf({ description, transactionType: 'reward', amount: 5 } as Movement, i18n);
  expect(title('streak-week')).toBe('Siete días de racha');
  expect(detail('streak-week', 'reward')).toBeNull();
  expect(title('Saludos en inglés')).toBe('Por ver un video');
});

it.each([
  ['streak-day', 'Racha de menos'],
  ['streak-week', 'Racha de menos'],
  ['referral', 'Invitación de menos'],
  ['Club de cine', 'Clase de menos'],
])('a reward for %s that was taken back is called %s, not as when it was given', (description, name) => {
  expect(titleOf({ description, transactionType: 'event_reward', amount: -5 } as Movement, i18n)).toBe(name);
});
