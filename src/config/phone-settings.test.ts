import { expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { phoneEnvironment, readPhoneCodes } from './phone-settings.ts';

const service = {
  SMS_URL: 'https://AC1:token@api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
  SMS_FROM: '+15005550006',
};
const read = (env: Record<string, string>, production = false) =>
  readPhoneCodes(z.object(phoneEnvironment).parse(env), production);

it('readPhoneCodes answers null without settings', () => {
  expect(read({})).toBeNull();
  expect(read({ SMS_COUNTRIES: '', SMS_URL: '' })).toBeNull();
});

it('readPhoneCodes sends codes to the log without a service and to the service with one, two hundred a day', () => {
  expect(read({ SMS_COUNTRIES: 'MX, CO' })).toEqual({ countries: ['MX', 'CO'], aDay: 200, service: null });
  expect(read({ SMS_COUNTRIES: 'MX', SMS_A_DAY: '20', ...service }, true)).toEqual({
    countries: ['MX'],
    aDay: 20,
    service: { url: service.SMS_URL, from: service.SMS_FROM },
  });
});

it.each([
  ['a service without countries', service, 'SMS_URL: goes with SMS_COUNTRIES'],
  ['a service without a sender', { SMS_COUNTRIES: 'MX', SMS_URL: service.SMS_URL }, 'go together'],
  ['a country that does not exist', { SMS_COUNTRIES: 'MX,XX' }, 'XX is no country'],
])('readPhoneCodes refuses %s', (_what, env, line) => {
  const reading = () => read(env);
  expect(reading).toThrow(ConfigError);
  expect(reading).toThrow(line);
});

it('readPhoneCodes refuses production without a service', () => {
  expect(() => read({ SMS_COUNTRIES: 'MX' }, true)).toThrow('in production SMS_URL has to say');
});

it.each<Record<string, string>>([
  { SMS_COUNTRIES: 'Mexico' },
  { SMS_URL: 'http://user:word@sms.example/send' },
  { SMS_URL: 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json' },
  { SMS_URL: 'https://AC1:100%@sms.example/send' },
  { SMS_URL: 'http://user:word@sms.example/localhost:80/send' },
  { SMS_URL: 'http://user:word@notlocalhost/send' },
  { SMS_A_DAY: '0' },
])('readPhoneCodes refuses %o', (env) => {
  expect(() => read(env)).toThrow(z.ZodError);
});
