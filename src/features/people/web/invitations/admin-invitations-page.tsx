import { Anchor, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { personAddress } from '#features/accounts/rules.ts';
import { lastMoment } from '#features/coins/web/last-moment.ts';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { pageMeta } from '#web/page-meta.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { RowList } from '#web/ui/lists/row-list.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { endAnyInvitation, type OwnedInvitation } from '../../contract.ts';
import styles from '../people.module.css';
import { allInvitationsQuery } from '../queries.ts';
import { CopySignUpLink } from './copy-sign-up-link.tsx';

export const meta = () => pageMeta(i18n.t('invitations.title', { ns: 'people' }));

/** Every invitation link with a limit: whose it is, how many came by it, and a way to end it now. */
export default function AdminInvitationsPage() {
  const { t } = useTranslation('people');
  const [asked, setAsked] = useState<OwnedInvitation | null>(null);
  const close = () => setAsked(null);
  const end = useAct(
    ({ id, reason }: { id: string; reason: string }) =>
      call(endAnyInvitation, { params: { id }, body: { reason } }),
    { stale: ['people'], done: t('invitations.endDone'), failed: t('invitations.endFailed'), onDone: close },
  );
  return (
    <div>
      <PageHeader
        title={t('invitations.title')}
        text={t('invitations.text')}
        accent="teach"
        actions={<CopySignUpLink />}
      />
      <PagedList
        list={useList(allInvitationsQuery)}
        failed={t('invitations.failed')}
        loading={<LoadingBlocks heights={['6rem']} times={4} />}
        empty={<EmptyState title={t('invitations.none')} text={t('invitations.noneText')} mood="asleep" />}
        more={t('invitations.more')}
      >
        {(links) => (
          <RowList>
            {links.map((link) => (
              <LinkRow key={link.id} link={link} onEnd={() => setAsked(link)} />
            ))}
          </RowList>
        )}
      </PagedList>
      <ReasonDialog
        question={
          asked && {
            title: t('invitations.endTitle'),
            text: t('invitations.endText', { name: asked.owner.name }),
            confirmLabel: t('invitations.end'),
            danger: true,
            label: t('invitations.reason'),
            missing: t('invitations.reasonMissing'),
            oneLine: true,
          }
        }
        busy={end.isPending}
        onConfirm={(reason) => asked && end.mutate({ id: asked.id, reason })}
        onClose={close}
      />
    </div>
  );
}

function LinkRow({ link, onEnd }: { link: OwnedInvitation; onEnd: () => void }) {
  const { t } = useTranslation('people');
  const { number } = useFigures();
  const { day, moment } = useDates();
  const { label, uses, mostUses, endsAt, state, owner } = link;
  return (
    <Stack component="li" gap="xs" p="md">
      <Group justify="space-between" align="start" gap="sm">
        <div className={styles.who}>
          <Text fw={700} className={styles.anywhere}>
            {label}
          </Text>
          <Anchor component={Link} to={personAddress(owner.id)} className={styles.anywhere}>
            {owner.name}
          </Anchor>
        </div>
        <Badge color={state === 'open' ? 'teach' : 'gray'}>
          {t(`invitations.states.${owner.isBanned ? 'banned' : state}`)}
        </Badge>
      </Group>
      <Text size="sm">
        {t('invitations.uses', { count: uses, uses: number(uses), most: number(mostUses) })}
      </Text>
      <Progress value={(100 * uses) / mostUses} color="teach" aria-hidden />
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {Date.parse(endsAt) > Date.now()
            ? t('invitations.until', { day: day(lastMoment(endsAt)) })
            : t('invitations.ended', { moment: moment(endsAt) })}
        </Text>
        {state === 'open' && (
          <Button variant="default" onClick={onEnd} aria-label={t('invitations.endOf', { label })}>
            {t('invitations.end')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
