import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { call } from '#web/api/call.ts';
import { useList } from '#web/api/use-list.ts';
import { ReasonDialog } from '#web/ui/dialogs/reason-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useAct } from '#web/ui/forms/use-act.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import { useFilters } from '#web/ui/lists/use-filters.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { confirmCupClaim, type ManagedClaim, rejectCupClaim, revokeCupClaim } from '../../contract.ts';
import { cupClaimsQuery, cupSeasonsQuery } from '../queries.ts';
import { ClaimCard, type Verb } from './claim-card.tsx';

const refusing = { reject: rejectCupClaim, revoke: revokeCupClaim };
type Decision = { claim: ManagedClaim; verb: Verb; reason?: string };

/**
 * Waiting claims to confirm or reject, and confirmed claims to revoke. Where the address says `#claims-title`, as the
 * overview's link does, they are scrolled to once they and the months above them are here.
 */
export function CupClaims() {
  const { t } = useTranslation('cup');
  const [{ claims: status = 'pending' }, filter] = useFilters({ claims: ['pending', 'confirmed'] });
  const [asked, setAsked] = useState<Decision | null>(null);
  const claims = useList(cupClaimsQuery(status));
  const seasons = useQuery(cupSeasonsQuery);
  const top = useRef<HTMLHeadingElement>(null);
  const isAskedFor = useLocation().hash === '#claims-title';
  const isHere = claims.items !== undefined && !seasons.isPending;
  useEffect(() => {
    if (isAskedFor && isHere) top.current?.scrollIntoView();
  }, [isAskedFor, isHere]);
  const decide = useAct(
    ({ claim: { id }, verb, reason }: Decision) =>
      verb === 'confirm'
        ? call(confirmCupClaim, { params: { id } })
        : call(refusing[verb], { params: { id }, body: reason ? { reason } : {} }),
    {
      stale: ['cup', 'claims'],
      done: (_, { claim, verb }) => [t(`claims.done.${verb}`), claim.person.name],
      failed: t('claims.decideFailed'),
      onDone: (_, { claim }) => setAsked((now) => (now?.claim.id === claim.id ? null : now)),
    },
  );
  const busyIds = decide.pending.map(({ claim }) => claim.id);
  return (
    <Stack component="section" aria-labelledby="claims-title">
      <Title order={2} id="claims-title" ref={top}>
        {t('claims.title')}
      </Title>
      <SegmentedControl
        label={t('claims.title')}
        value={status}
        onChange={(chosen) => filter('claims', chosen === 'pending' ? '' : chosen)}
        data={(['pending', 'confirmed'] as const).map((value) => ({ value, label: t(`claims.${value}`) }))}
      />
      <PagedList
        list={claims}
        failed={t('claims.failed')}
        loading={<LoadingBlocks heights={['6rem']} />}
        empty={<EmptyState title={t(`claims.empty.${status}`)} titleOrder={3} mood="proud" />}
        more={t('page.more')}
        gap="md"
      >
        {(list) =>
          list.map((claim) => (
            <ClaimCard
              key={claim.id}
              claim={claim}
              busy={busyIds.includes(claim.id)}
              onDecide={(verb) =>
                verb === 'confirm' ? decide.mutate({ claim, verb }) : setAsked({ claim, verb })
              }
            />
          ))
        }
      </PagedList>
      <ReasonDialog
        question={
          asked && {
            title: t(asked.verb === 'revoke' ? 'claims.revokeTitle' : 'claims.rejectTitle'),
            text: t('claims.rejectText', { name: asked.claim.person.name }),
            confirmLabel: t(asked.verb === 'revoke' ? 'claims.revoke' : 'claims.reject'),
            danger: true,
            label: t('claims.reason'),
          }
        }
        busy={asked !== null && busyIds.includes(asked.claim.id)}
        onConfirm={(reason) => asked && decide.mutate({ ...asked, reason })}
        onClose={() => setAsked(null)}
      />
    </Stack>
  );
}
