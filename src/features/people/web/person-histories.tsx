import { Accordion, Anchor, Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailOf, titleOf } from '#features/coins/web/movement-text.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { PersonDetail } from '../contract.ts';
import styles from './people.module.css';

const shown = ['movements', 'enrolments', 'payments', 'acts'] as const;
type History = (typeof shown)[number];

/** What an administrator most often looks up, open from the start where there is any. */
const opened = ['enrolments', 'payments'] as const satisfies readonly History[];

/** A person's last movements, classes, payments and the acts about them. */
export function PersonHistories({ person }: { person: PersonDetail }) {
  const { t, i18n } = useTranslation(['people', 'audit', 'shell']);
  const { signed, money } = useFigures();
  const { moment } = useDates();
  const wordsFor = (act: string) => {
    const [feature, done] = act.split('.');
    return t(`audit:acts.${feature}.${done}`, { defaultValue: act });
  };
  const histories: Record<History, Line[]> = {
    movements: person.movements.map((movement) => ({
      id: movement.id,
      at: movement.createdAt,
      title: titleOf(movement, i18n),
      text: detailOf(movement, i18n),
      end: <Text fw={700}>{signed(movement.amount)}</Text>,
    })),
    enrolments: person.enrolments.map(({ classId, title, startsAt, attended, status }) => ({
      id: classId,
      at: startsAt,
      title: (
        <Anchor component={Link} to={`/admin/classes?class=${classId}`} inherit>
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
    })),
    payments: person.payments.map(({ id, kind, tier, status, amountCents, currency, datedAt }) => ({
      id,
      at: datedAt,
      title: kind === 'membership' && tier ? t(`shell:tiers.${tier}`) : t('holds.single'),
      text: t(`paymentStatus.${status}`, { defaultValue: status }),
      end: <Text fw={700}>{money(amountCents, currency)}</Text>,
    })),
    acts: person.acts.map(({ id, act, actorName, reason, createdAt }) => ({
      id,
      at: createdAt,
      title: wordsFor(act),
      text: reason ? `${actorName}: ${reason}` : actorName,
      end: null,
    })),
  };
  return (
    <Accordion
      variant="separated"
      multiple
      defaultValue={opened.filter((name) => histories[name].length > 0)}
    >
      {shown.map((name) => (
        <Accordion.Item key={name} value={name}>
          <Accordion.Control>{t(`histories.${name}`)}</Accordion.Control>
          <Accordion.Panel>
            {histories[name].length === 0 ? (
              <Text c="dimmed">{t(`histories.none.${name}`)}</Text>
            ) : (
              <ul className={styles.history}>
                {histories[name].map(({ id, at, title, text, end }) => (
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
            )}
            {name === 'payments' && histories.payments.length > 0 && (
              <Anchor component={Link} to={`/admin/payments?search=${encodeURIComponent(person.email)}`}>
                {t('histories.allPayments')}
              </Anchor>
            )}
            {name === 'acts' && histories.acts.length > 0 && (
              <Anchor component={Link} to={`/admin/audit?person=${person.id}`}>
                {t('histories.allActs')}
              </Anchor>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

type Line = { id: string; at: string; title: ReactNode; text: string | null; end: ReactNode };
