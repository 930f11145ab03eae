import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { Modal } from '#web/ui/overlays/lazy-dialog.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { type CupLine, setCupVisibility, withdrawCupClaim } from '../../contract.ts';
import { ownCupQuery } from '../queries.ts';
import { ClaimForm } from './claim-form.tsx';
import { useLineName } from './use-line-name.ts';

/** The member's position in the cup, their claim, and the choice between name and alias. */
export function OwnPositionDialog({
  own,
  opened,
  onClose,
}: {
  own: CupLine | null;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('cup');
  return (
    <Modal opened={opened} onClose={onClose} title={t('own.position')}>
      <Settings own={own} />
    </Modal>
  );
}

function Settings({ own }: { own: CupLine | null }) {
  const { t } = useTranslation('cup');
  const { number } = useFigures();
  const nameOf = useLineName();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(ownCupQuery);
  const settled = {
    onError: (failure: unknown) => toastFailure(failure, t('own.failed')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cup'] }),
  };
  const hide = useMutation({
    mutationFn: (hidden: boolean) => call(setCupVisibility, { body: { hidden } }),
    onSuccess: (now) => queryClient.setQueryData(ownCupQuery.queryKey, now),
    ...settled,
  });
  const withdraw = useMutation({
    mutationFn: () => call(withdrawCupClaim),
    onSuccess: () => toastSuccess(t('own.withdrawn')),
    ...settled,
  });
  if (!data) {
    if (error) return <ErrorState error={error} title={t('own.failed')} onRetry={refetch} />;
    return <LoadingBlocks heights={['10rem']} />;
  }
  const { claim, confirmed, allowed, suggestion, kid } = data;
  // The requested value is shown while the request is on its way (optimistic update).
  const hidden = kid || (hide.isPending ? hide.variables : data.hidden);
  return (
    <Stack gap="lg">
      {own && <Text>{t('own.is', { position: number(own.position), name: nameOf(own) })}</Text>}
      {own?.held && (
        <Alert color="coins" title={t('own.held')}>
          {t('own.heldText')}
        </Alert>
      )}
      {claim?.status === 'pending' && (
        <Alert color="cup" title={t('own.pending')}>
          <Stack gap="sm" align="start">
            <Text>
              {claim.username === null
                ? t('own.pendingRow')
                : t('own.pendingText', { username: claim.username })}
            </Text>
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('own.withdraw')}
            </Button>
          </Stack>
        </Alert>
      )}
      {confirmed && <Text>{t('own.confirmed', { username: confirmed })}</Text>}
      {claim?.status === 'rejected' && allowed.claim === null && (
        <Alert color="gray" title={t('own.rejected')}>
          {claim.username === null
            ? t('own.rejectedRow')
            : t('own.rejectedText', { username: claim.username })}
        </Alert>
      )}
      {allowed.claim === null && <ClaimForm suggestion={suggestion ?? ''} confirmed={confirmed} />}
      <Group wrap="nowrap" align="start">
        <Switch
          size="md"
          label={t('own.hide')}
          description={t(kid ? 'own.hideKid' : 'own.hideText')}
          checked={hidden}
          disabled={kid}
          onChange={({ currentTarget }) => hide.mutate(currentTarget.checked)}
        />
      </Group>
    </Stack>
  );
}
