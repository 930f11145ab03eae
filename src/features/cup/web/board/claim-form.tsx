import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnprovedContact } from '#features/accounts/web/use-account.ts';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { lazyComponent } from '#web/ui/overlays/lazy-component.tsx';
import { toastSuccess } from '#web/ui/toasts/toast.ts';
import { claimCupRow } from '../../contract.ts';
import { ownCupQuery } from '../queries.ts';

// Few people see it, and what it comes with weighs more than the rest of the page.
const ConfirmEmailFirst = lazyComponent(
  async () => (await import('#features/accounts/web/confirm-email-first.tsx')).ConfirmEmailFirst,
);

/**
 * The form to claim a row by the user name in the language app. A member whose `confirmed` user name the board lacks is
 * asked for the new one.
 */
export function ClaimForm({ suggestion, confirmed }: { suggestion: string; confirmed: string | null }) {
  const { t } = useTranslation('cup');
  const queryClient = useQueryClient();
  const isUnproved = useUnprovedContact();
  const [username, setUsername] = useState(suggestion);
  const text = suggestion ? 'own.suggested' : confirmed ? 'own.renamed' : 'own.claimText';
  const claim = useMutation({
    mutationFn: () => call(claimCupRow, { body: { username } }),
    onSuccess: (now) => {
      queryClient.setQueryData(ownCupQuery.queryKey, now);
      toastSuccess(t('own.claimed'), t('own.claimedText'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUnproved && username.trim()) claim.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {isUnproved && (
          <Suspense fallback={<LoadingBlocks heights={['8rem']} />}>
            <ConfirmEmailFirst />
          </Suspense>
        )}
        <Text>{t(text, { username: confirmed })}</Text>
        <TextInput
          label={t('figure.username')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={200}
          value={username}
          error={claim.isError && refusalText(claim.error)}
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <Group>
          <Button
            type="submit"
            color="cup"
            disabled={isUnproved || !username.trim()}
            loading={claim.isPending}
          >
            {t('own.claim')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
