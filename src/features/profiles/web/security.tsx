import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailSecurity } from '#features/accounts/web/security/email-security.tsx';
import { FactorSecurity } from '#features/accounts/web/security/factor-security.tsx';
import { IdentitySecurity } from '#features/accounts/web/security/identity-security.tsx';
import { PasswordSecurity } from '#features/accounts/web/security/password-security.tsx';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { CardSection } from './card-section.tsx';

/** Loaded after the page: what it shows waits for the list of passkeys anyhow. */
const PasskeySecurity = lazyComponent(
  async () => (await import('#features/accounts/web/passkeys/passkey-security.tsx')).PasskeySecurity,
);

/** Loaded after the page: most communities send no text messages. */
const PhoneSecurity = lazyComponent(
  async () => (await import('#features/accounts/web/phones/phone-security.tsx')).PhoneSecurity,
);

/** Sign-in security: e-mail, password, accounts of other services, passkeys, telephone and second factor. */
export function Security() {
  const { t } = useTranslation('profiles');
  const { account } = useAccount();
  if (!account) return null;
  return (
    <CardSection part="security" title={t('profile.security')}>
      <div>
        <EmailSecurity account={account} />
        <PasswordSecurity account={account} />
        <IdentitySecurity account={account} />
        <Suspense>
          <PasskeySecurity />
          <PhoneSecurity account={account} />
        </Suspense>
        <FactorSecurity account={account} />
      </div>
    </CardSection>
  );
}
