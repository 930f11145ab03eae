import { Anchor, Avatar, Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { ReportedThing } from '../contract.ts';
import type { Outcome } from '../rules.ts';
import { reportsOfQuery } from './queries.ts';
import styles from './reports.module.css';

type Acts = {
  busy: boolean;
  onSettle: (outcome: Outcome) => void;
  /** Opens again what was dismissed. */
  onReopen: () => void;
  /** Shows again what is hidden. */
  onShow: () => void;
};

/** Something that was reported, with what people said and what can be done about it. */
export function ReportedCard({ thing, ...acts }: { thing: ReportedThing } & Acts) {
  const { t } = useTranslation('reports');
  const { moment } = useDates();
  const titleId = useId();
  const { kind, title, link, image, isShown, canHide, status, settledAt, settledBy, count } = thing;
  const name = title ?? t('admin.gone');
  return (
    <Card component="article" aria-labelledby={titleId}>
      <Stack>
        <Group gap="xs">
          <Badge color="gray">{t(`kinds.${kind}`)}</Badge>
          {canHide && (
            <Badge color={isShown ? 'teach' : 'gray'}>{t(isShown ? 'admin.shown' : 'admin.notShown')}</Badge>
          )}
          {status !== 'open' && (
            <Badge color={status === 'upheld' ? 'red' : 'gray'}>{t(`admin.outcome.${status}`)}</Badge>
          )}
        </Group>
        {image && <Avatar src={image} alt="" size="lg" />}
        <Title order={2} size="h4" id={titleId} className={styles.title} lineClamp={3}>
          {link ? (
            <Anchor component={Link} to={link} c="inherit" inherit underline="always">
              {name}
            </Anchor>
          ) : (
            name
          )}
        </Title>
        <Text fw={700}>{t('admin.count', { count })}</Text>
        <SaidOf thing={thing} name={name} />
        {settledAt && (
          <Text size="sm" c="dimmed">
            {t('admin.settled', { name: settledBy ?? t('admin.someone'), moment: moment(settledAt) })}
          </Text>
        )}
        <SettleButtons thing={thing} name={name} {...acts} />
      </Stack>
    </Card>
  );
}

/** What people said, the latest first. */
function SaidOf({ thing, name }: { thing: ReportedThing; name: string }) {
  const { t } = useTranslation('reports');
  const { moment } = useDates();
  const list = useList(reportsOfQuery(thing));
  return (
    <PagedList
      list={list}
      loading={null}
      empty={null}
      more={t('admin.earlier')}
      moreOf={t('admin.earlierOf', { title: name })}
      gap="sm"
      isPart
    >
      {(reports) => (
        <ul className={styles.said}>
          {reports.map(({ id, reason, words, shown, by, createdAt }) => (
            <li key={id}>
              <Text fw={700} size="sm">
                {t(`reasons.${reason}`)}
              </Text>
              {shown !== null && shown !== thing.title && thing.kind !== 'teacher' && (
                <Text size="sm" className={styles.title}>
                  {t('admin.asReported', { words: shown })}
                </Text>
              )}
              {words && <blockquote className={styles.words}>{words}</blockquote>}
              <Text size="sm" c="dimmed">
                {t('admin.by', { name: by, moment: moment(createdAt) })}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

/** While it is open the two answers, else what takes back the answer; or why the reader has none. */
function SettleButtons({
  thing: { status, canHide, canShow, allowed },
  name,
  busy,
  onSettle,
  onReopen,
  onShow,
}: { thing: ReportedThing; name: string } & Acts) {
  const { t } = useTranslation('reports');
  return (
    <>
      {status === 'upheld' && canShow && (
        <Group>
          <Button
            variant="default"
            loading={busy}
            aria-label={t('admin.showThis', { title: name })}
            onClick={onShow}
          >
            {t('admin.show')}
          </Button>
        </Group>
      )}
      {status === 'dismissed' && allowed.settle === null && (
        <Group>
          <Button
            variant="default"
            loading={busy}
            aria-label={t('admin.reopenThis', { title: name })}
            onClick={onReopen}
          >
            {t('admin.reopen')}
          </Button>
        </Group>
      )}
      {allowed.settle !== null && <Text size="sm">{t('admin.own')}</Text>}
      {status === 'open' && allowed.settle === null && (
        <Group gap="sm">
          <Button
            variant="default"
            disabled={busy}
            aria-label={t('admin.dismissThis', { title: name })}
            onClick={() => onSettle('dismissed')}
          >
            {t('admin.dismiss')}
          </Button>
          <Button
            color="red"
            variant="light"
            loading={busy}
            aria-label={t(canHide ? 'admin.hideThis' : 'admin.upholdThis', { title: name })}
            onClick={() => onSettle('upheld')}
          >
            {t(canHide ? 'admin.hide' : 'admin.uphold')}
          </Button>
        </Group>
      )}
    </>
  );
}
