import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { languageName } from '#shared/language-name.ts';
import { datesIn, joinTime } from '#shared/time/dates.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { mexicoCity } from '#shared/time/zones.ts';
import { PersonAvatar } from '#web/shell/person-avatar.tsx';
import { LanguageFlag } from '#web/ui/language-flag.tsx';
import type { LandingClub } from '../../contract.ts';
import { useLanding } from '../use-landing.ts';
import classes from './next-clubs.module.css';

/** The next clubs with a free seat: who hosts them, when, and how many seats are left. Nothing without any. */
export function NextClubs() {
  const { t } = useTranslation('landing');
  const { nextClubs } = useLanding();
  if (nextClubs.length === 0) return null;
  return (
    <div>
      <h3 className={classes.heading}>{t('clubs.next')}</h3>
      <ul className={classes.clubs}>
        {nextClubs.map((club) => (
          <NextClub key={club.id} club={club} />
        ))}
      </ul>
    </div>
  );
}

function NextClub({ club }: { club: LandingClub }) {
  const { t, i18n } = useTranslation(['landing', 'shell']);
  const { id, title, startsAt, language, level, seatsLeft, teacher } = club;
  const { nearDay, time } = datesIn(i18n.language, mexicoCity);
  const facts = [
    language && languageName(language, i18n.language),
    level && t(`shell:levels.${level}`),
    teacher.name,
  ].filter(Boolean);
  return (
    <li className={classes.club}>
      <PersonAvatar person={teacher} color="teach" size="lg" />
      <div className={classes.words}>
        <Link to={`/classes/${id}`} className={classes.title}>
          {title}
        </Link>
        <span className={classes.facts}>
          {language && <LanguageFlag language={language} size="sm" />}
          <span>{facts.join(' · ')}</span>
        </span>
        <span className={classes.when}>
          {/* The page is written for everybody; the browser puts in the reader's own time. */}
          <time dateTime={startsAt}>
            {joinTime(nearDay(startsAt), time(startsAt), i18n.language)} {zoneCity(mexicoCity, i18n.language)}
          </time>
          <span className={classes.seats}>{t('clubs.seats', { count: seatsLeft })}</span>
        </span>
      </div>
    </li>
  );
}
