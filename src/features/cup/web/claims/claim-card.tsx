import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languageName } from '#shared/language-name.ts';
import { monthHeading } from '#shared/time/calendar-words.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import { useDates } from '#web/i18n/use-dates.ts';
import { useFigures } from '#web/i18n/use-figures.ts';
import type { ManagedClaim } from '../../contract.ts';
import styles from '../import/import-preview.module.css';

/** The decisions on a claim. */
export type Verb = 'confirm' | 'reject' | 'revoke';

const matchColours = { verified: 'green', same: 'cup', none: 'gray' } as const;

/** A claim beside its rows, so that the administrator can compare the names. */
export function ClaimCard({
  claim,
  busy,
  onDecide,
}: {
  claim: ManagedClaim;
  busy: boolean;
  onDecide: (verb: Verb) => void;
}) {
  const { t, i18n } = useTranslation('cup');
  const { number } = useFigures();
  const { moment } = useDates();
  const { person, username, rows, emailMatch, rivals, status, own, otherNames } = claim;
  const verbs: Verb[] = own ? [] : status === 'pending' ? ['confirm', 'reject'] : ['revoke'];
  return (
    <Card component="article" padding="md">
      <Group justify="space-between" gap="md" align="start">
        <Stack gap="xs" className={styles.fileName}>
          <Group gap="xs">
            <Text fw={700}>{person.name}</Text>
            {person.kid && <Badge color="feed">{t('claims.kid')}</Badge>}
            {emailMatch && <Badge color={matchColours[emailMatch]}>{t(`claims.match.${emailMatch}`)}</Badge>}
            {rivals > 0 && (
              <Badge color="red">{t('claims.rivals', { count: rivals, n: number(rivals) })}</Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {person.email} · {moment(claim.createdAt)}
          </Text>
          <Text>{t('claims.says', { username })}</Text>
          {otherNames.length > 0 && (
            <Text size="sm">
              {t('claims.otherNames', {
                usernames: enumerate(otherNames, i18n.language),
              })}
            </Text>
          )}
          {rows.map((row) => (
            <Text key={`${row.season} ${row.language} ${row.totalExp}`} size="sm">
              {[
                monthHeading(row.season, i18n.language),
                row.fullName,
                row.email,
                row.classroom,
                row.language && languageName(row.language, i18n.language),
                t('line.xp', { n: number(row.totalExp) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          ))}
          {rows.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('claims.noRows')}
            </Text>
          )}
          {own && (
            <Text size="sm" c="dimmed">
              {t('claims.own')}
            </Text>
          )}
        </Stack>
        <Group gap="sm">
          {verbs.map((verb) => (
            <Button
              key={verb}
              {...(verb === 'confirm' ? { color: 'cup' } : { variant: 'default' })}
              loading={busy}
              aria-label={`${t(`claims.${verb}`)}: ${person.name}, ${username}`}
              onClick={() => onDecide(verb)}
            >
              {t(`claims.${verb}`)}
            </Button>
          ))}
        </Group>
      </Group>
    </Card>
  );
}
