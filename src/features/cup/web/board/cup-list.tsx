import { Box } from '@mantine/core';
import { useDisclosure, useIntersection } from '@mantine/hooks';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, useCallback, useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { useUnprovedContact } from '#features/accounts/web/use-account.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { isRefusal } from '#web/api/call-error.ts';
import { NextPage } from '#web/ui/lists/next-page.tsx';
import { lazyDialog } from '#web/ui/overlays/lazy-dialog.tsx';
import { boardChanged, type CupLine, type CupOrder, type listCup } from '../../contract.ts';
import styles from './cup-list.module.css';
import { CupRow } from './cup-row.tsx';
import { OwnLine } from './own-line.tsx';
import { useClaimLine } from './use-claim-line.ts';
import { useOwnPosition } from './use-own-position.ts';

const OwnPositionDialog = lazyDialog(
  async () => (await import('./own-position-dialog.tsx')).OwnPositionDialog,
);

/** How far below the window the last line may be before the next page is loaded. */
const ahead = '800px';

/** They stand above the other lines on a wide window. */
const placesOfMedals = 3;

/** They fill a screen or two. A prerendered page has no more. */
const firstLines = 10;

/**
 * The board's lines with infinite scroll. A line is keyed by its position: when the board is swapped, each position
 * stays where it is on the screen and shows its new student. The reader's own line is marked and stays in sight.
 */
export function CupList({
  board,
  order,
}: {
  board: UseInfiniteQueryResult<InfiniteData<AnswerOf<typeof listCup>>>;
  order: CupOrder;
}) {
  const { t } = useTranslation('cup');
  const { data, error, refetch } = board;
  const { ref, entry } = useIntersection({ rootMargin: ahead });
  const ownPosition = useOwnPosition();
  const claimLine = useClaimLine();
  const [confirms, { open: confirm, close }] = useDisclosure();
  // The list may have been read before the address was confirmed.
  const isUnproved = useUnprovedContact();
  const claim = useCallback(
    (line: CupLine) => {
      // The dialog sends the letter that confirms the address.
      if (line.allowed.claim === confirmEmailFirst.code && isUnproved) confirm();
      else claimLine(line.id);
    },
    [confirm, claimLine, isUnproved],
  );
  const own = data?.pages[0]?.own ?? null;
  const lines = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  // React draws the others in slices, between which the browser answers the reader. The end is where they end.
  const shown = useDeferredValue(lines, lines.slice(0, firstLines));

  useEffect(() => {
    // The board was swapped before the next page arrived: read it again from the first page.
    if (isRefusal(error, boardChanged.code)) refetch();
  }, [error, refetch]);

  const pinned = (where: 'above' | 'below') =>
    own &&
    // What sticks to the window moves with a list that grows.
    shown === lines &&
    ownPosition.where === where && (
      <OwnLine line={own} order={order} where={where} onShow={ownPosition.show} />
    );
  return (
    <div>
      {pinned('above')}
      <ol className={styles.list} aria-busy={board.isPlaceholderData}>
        {shown.map((line) => (
          <Fragment key={line.position}>
            {line.position === placesOfMedals + 1 && <Heads />}
            <CupRow
              line={line}
              order={order}
              onClaim={claim}
              ref={line.position === own?.position ? ownPosition.ref : undefined}
            />
          </Fragment>
        ))}
      </ol>
      <Box mt="md">
        <NextPage
          query={board}
          failed={t('page.failed')}
          more={t('page.more')}
          isNear={entry?.isIntersecting ?? false}
          ref={shown === lines ? ref : undefined}
        />
      </Box>
      {pinned('below')}
      <OwnPositionDialog own={own} opened={confirms} onClose={close} />
    </div>
  );
}

/** What the columns of a wide window are. Each figure is named in its line for screen readers. */
function Heads() {
  const { t } = useTranslation('cup');
  return (
    <li aria-hidden className={styles.heads}>
      <span>{t('figure.totalExp')}</span>
      <span>{t('figure.streakDays')}</span>
      <span>{t('figure.completion')}</span>
      <span>{t('figure.practiceDays')}</span>
      <span>{t('figure.learningTime')}</span>
    </li>
  );
}
