import { Accordion, Anchor, Badge, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { organisersAddress } from '#features/classes/rules.ts';
import { detailOf, titleOf } from '#features/coins/web/movement-text.ts';
import { type List, useList } from '#web/api/use-list.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import { LoadingBlocks } from '#web/ui/lists/loading-blocks.tsx';
import { PagedList } from '#web/ui/lists/paged-list.tsx';
import type { PersonDetail, PersonEnrolment } from '../contract.ts';
import styles from './people.module.css';
import { personEnrolmentsQuery, personMovementsQuery } from './queries.ts';

/** A person's coins, classes, payments and the acts about them. Each list ends with a way to the rest of it. */
export function PersonHistories({ person }: { person: PersonDetail }) {
  const { t } = useTranslation('people');
  const enrolments = useList(personEnrolmentsQuery(person.id));
  const [chosen, choose] = useState<string[] | null>(null);
  // What an administrator most often looks up is open from the start, unless there is nothing in it.
  const opened = [
    ...(enrolments.items?.length === 0 ? [] : ['enrolments']),
    ...(person.payments.length === 0 ? [] : ['payments']),
  ];
  const histories = {
    movements: <Movements id={person.id} />,
    enrolments: <Enrolments list={enrolments} />,
    payments: <Payments person={person} />,
    acts: <Acts person={person} />,
  };
  return (
    <Accordion variant="separated" multiple value={chosen ?? opened} onChange={choose}>
      {(Object.keys(histories) as (keyof typeof histories)[]).map((name) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{t(`histories.${name}`)}</Accordion.Control>
          <Accordion.Panel>{histories[name]}</Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

const loading = <LoadingBlocks heights={['3rem']} times={2} gap="xs" />;

/** Read once its part is opened. */
function Movements({ id }: { id: string }) {
  const { t, i18n } = useTranslation('people');
  const { signed } = useFigures();
  return (
    <PagedList
      list={useList(personMovementsQuery(id))}
      loading={loading}
      empty={<Nothing of="movements" />}
      more={t('histories.moreMovements')}
      gap="sm"
      isPart
    >
      {(movements) => (
        <Lines
          lines={movements.map((movement) => ({
            id: movement.id,
            at: movement.createdAt,
            title: titleOf(movement, i18n),
            text: detailOf(movement, i18n),
            end: <Text fw={700}>{signed(movement.amount)}</Text>,
          }))}
        />
      )}
    </PagedList>
  );
}

function Enrolments({ list }: { list: List<PersonEnrolment> }) {
  const { t } = useTranslation('people');
  return (
    <PagedList
      list={list}
      loading={loading}
      empty={<Nothing of="enrolments" />}
      more={t('histories.moreEnrolments')}
      gap="sm"
      isPart
    >
      {(enrolments) => (
        <Lines
          lines={enrolments.map(({ classId, title, startsAt, attended, status }) => ({
            id: classId,
            at: startsAt,
            title: (
              <Anchor component={Link} to={organisersAddress(classId)} inherit>
                {title}
              </Anchor>
            ),
            text: null,
            end:
              status === 'cancelled' ? (
                <Badge color="gray">{t('attendance.cancelled')}</Badge>
              ) : (
                attended !== null && (
                  <Badge color={attended ? 'green' : 'red'}>
                    {t(`attendance.${attended ? 'present' : 'absent'}`)}
                  </Badge>
                )
              ),
          }))}
        />
      )}
    </PagedList>
  );
}

function Payments({ person: { payments, email } }: { person: PersonDetail }) {
  const { t } = useTranslation(['people', 'shell']);
  const { money } = useFigures();
  if (payments.length === 0) return <Nothing of="payments" />;
  return (
    <>
      <Lines
        lines={payments.map(({ id, kind, tier, status, amountCents, currency, datedAt }) => ({
          id,
          at: datedAt,
          title: kind === 'membership' && tier ? t(`shell:tiers.${tier}`) : t('holds.single'),
          text: t(`paymentStatus.${status}`, { defaultValue: status }),
          end: <Text fw={700}>{money(amountCents, currency)}</Text>,
        }))}
      />
      <Anchor component={Link} to={`/admin/payments?search=${encodeURIComponent(email)}`}>
        {t('histories.allPayments')}
      </Anchor>
    </>
  );
}

function Acts({ person: { id: personId, acts } }: { person: PersonDetail }) {
  const { t } = useTranslation(['people', 'audit']);
  const wordsFor = (act: string) => {
    const [feature, done] = act.split('.');
    return t(`audit:acts.${feature}.${done}`, { defaultValue: act });
  };
  if (acts.length === 0) return <Nothing of="acts" />;
  return (
    <>
      <Lines
        lines={acts.map(({ id, act, actorName, reason, createdAt }) => ({
          id,
          at: createdAt,
          title: wordsFor(act),
          text: reason ? `${actorName}: ${reason}` : actorName,
          end: null,
        }))}
      />
      <Anchor component={Link} to={`/admin/audit?person=${personId}`}>
        {t('histories.allActs')}
      </Anchor>
    </>
  );
}

function Nothing({ of }: { of: 'movements' | 'enrolments' | 'payments' | 'acts' }) {
  const { t } = useTranslation('people');
  return <Text c="dimmed">{t(`histories.none.${of}`)}</Text>;
}

type Line = { id: string; at: string; title: ReactNode; text: string | null; end: ReactNode };

function Lines({ lines }: { lines: readonly Line[] }) {
  const { moment } = useDates();
  return (
    <ul className={styles.history}>
      {lines.map(({ id, at, title, text, end }) => (
        <li key={id}>
          <span className={styles.words}>
            <span className={styles.lineTitle}>{title}</span>
            {text && <span>{text}</span>}
            <time dateTime={at}>{moment(at)}</time>
          </span>
          {end}
        </li>
      ))}
    </ul>
  );
}
