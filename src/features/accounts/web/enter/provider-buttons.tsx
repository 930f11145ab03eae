import { Button, Divider, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from '#web/api/use-mutation.ts';
import { authErrorText } from '../auth-error-text.ts';
import { ProviderIcon } from '../provider-icon.tsx';
import type { useSignInRules } from '../sign-in-rules.ts';
import { FormError } from './form-error.tsx';
import { enterByProvider } from './leave-for-provider.ts';

/** A button for each service that people may sign in with. */
export function ProviderButtons({
  providers,
  from,
}: {
  providers: ReturnType<typeof useSignInRules>['providers'];
  from: string | undefined;
}) {
  const { t } = useTranslation('accounts');
  const leave = useMutation({ mutationFn: (id: string) => enterByProvider(id, from) });
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('providers.or')} />
      {leave.error && <FormError error={authErrorText(leave.error)} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          leftSection={<ProviderIcon id={id} />}
          loading={leave.isPending && leave.variables === id}
          disabled={leave.isPending && leave.variables !== id}
          onClick={() => leave.mutate(id)}
        >
          {t('providers.continue', { name })}
        </Button>
      ))}
    </Stack>
  );
}
