import { Badge, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endInvitation, type Invitation } from '#features/accounts/contract.ts';
import { useAccount } from '#features/accounts/web/use-account.ts';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { ShareMenu } from '#web/ui/share/share-menu.tsx';
import { toastFailure, toastSuccess } from '#web/ui/toasts/toast.ts';
import { InvitationForm } from './invitation-form.tsx';
import styles from './invitation-links.module.css';
import { lastMoment } from './last-moment.ts';
import { invitationsQuery } from './queries.ts';

/** The reader's links with a limit and an end: for a group, say. They are for adults. */
export function InvitationLinks() {
  const { account } = useAccount();
  return account?.ageGroup === 'adult' ? <Links /> : null;
}

function Links() {
  const { t } = useTranslation('coins');
  const [making, form] = useDisclosure();
  return (
    <Card component="section" aria-labelledby="links-title">
      <Stack>
        <div>
          <Title order={2} size="h4" mb="xs" id="links-title">
            {t('links.title')}
          </Title>
          <Text>{t('links.text')}</Text>
        </div>
        {making ? (
          <InvitationForm onClose={form.close} />
        ) : (
          <Button variant="light" color="teach" onClick={form.open}>
            {t('links.new')}
          </Button>
        )}
        <PagedList
          list={useList(invitationsQuery)}
          loading={<LoadingBlocks heights={['4rem']} />}
          empty={null}
          more={t('links.more')}
          isPart
        >
          {(links) => (
            <ul className={styles.list}>
              {links.map((link) => (
                <LinkRow key={link.id} link={link} />
              ))}
            </ul>
          )}
        </PagedList>
      </Stack>
    </Card>
  );
}

function LinkRow({ link }: { link: Invitation }) {
  const { t } = useTranslation('coins');
  const { number } = useFigures();
  const { day } = useDates();
  const { code, label, uses, mostUses, endsAt, state } = link;
  const address = `${window.location.origin}/i/${code}`;
  return (
    <li className={styles.link}>
      <Group justify="space-between" gap="xs">
        <Text fw={700} className={styles.label}>
          {label}
        </Text>
        {state === 'used-up' && <Badge color="teach">{t('links.usedUp')}</Badge>}
      </Group>
      <Text size="sm">{t('links.uses', { count: uses, uses: number(uses), most: number(mostUses) })}</Text>
      <Progress value={(100 * uses) / mostUses} color="teach" aria-hidden />
      <Text size="sm" c="dimmed">
        {t(state === 'ended' ? 'links.ended' : 'links.until', { day: day(lastMoment(endsAt)) })}
      </Text>
      {state !== 'ended' && (
        <Group gap="xs">
          <ShareMenu title={label} message={t('invite.message', { link: address })} address={address} named />
          <EndLink link={link} />
        </Group>
      )}
    </li>
  );
}

function EndLink({ link: { id, label } }: { link: Invitation }) {
  const { t } = useTranslation('coins');
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: () => call(endInvitation, { params: { id } }),
    onSuccess: () => toastSuccess(t('links.endDone'), label),
    onError: (error) => toastFailure(error, t('links.endFailed')),
    onSettled: () => {
      setAsked(false);
      return queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  return (
    <>
      <Button variant="subtle" onClick={() => setAsked(true)} aria-label={t('links.endOf', { label })}>
        {t('links.end')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('links.endTitle')}
        text={t('links.endText')}
        confirmLabel={t('links.end')}
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
