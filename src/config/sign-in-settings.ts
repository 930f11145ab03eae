import { readProviders } from '#features/accounts/providers/read-providers.ts';
import { ConfigError } from './config-error.ts';
import type { Settings } from './environment.ts';
import { readPhoneCodes } from './phone-settings.ts';

/** How people sign in. @throws ConfigError */
export function signInOf(set: Settings, production: boolean) {
  return {
    firstAdmin:
      set.ADMIN_EMAIL && set.ADMIN_PASSWORD
        ? { email: set.ADMIN_EMAIL.toLowerCase(), password: set.ADMIN_PASSWORD }
        : null,
    passwordMinLength: set.PASSWORD_MIN_LENGTH ?? 6,
    confirmEmail: set.CONFIRM_EMAIL ?? 'later',
    nativeTokens: set.NATIVE_TOKENS === 'yes',
    requireSecondFactor: set.REQUIRE_SECOND_FACTOR === 'yes',
    providers: inOneLine(() => readProviders(set)),
    /** Null: no codes by text message. */
    phoneCodes: readPhoneCodes(set, production),
  };
}

function inOneLine<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}
