import type { listCup } from '#features/cup/contract.ts';
import type { TeacherCard } from '#features/teachers/contract.ts';
import { figuresIn } from '#shared/formats/figures.ts';
import { languageName } from '#shared/language-name.ts';
import type { Locale } from '#shared/locales.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { monthInWords } from '#shared/time/calendar-words.ts';
import { startInWords } from '#shared/time/start-in-words.ts';
import type { SharedClass } from '../contract.ts';
import type { Preview } from './fill-preview.ts';
import { filled, previewWords } from './preview-words.ts';

/** What networks show of an address: a picture, a text, and a title where it differs from the picture's. */
export type Described = { preview: Preview; title?: string; text: string };

/** Free seats are not in it: networks keep what they read once for weeks. */
export function describeClass(liveClass: SharedClass, locale: Locale): Described {
  const words = previewWords[locale];
  const { kind, language, level, title, teacherName, status } = liveClass;
  const kicker = [
    ...(status === 'cancelled' ? [words.cancelled] : []),
    words.kinds[kind],
    language ? languageName(language, locale) : words.anyLanguage,
    ...(level ? [words.levels[level]] : []),
  ].join(' · ');
  const lines = [startInWords(liveClass, locale), filled(words.host, { name: teacherName })];
  return { preview: { accent: 'live', kicker, title, lines }, text: [...lines, kicker].join(' · ') };
}

export function describeTeacher(teacher: TeacherCard, locale: Locale): Described {
  const words = previewWords[locale];
  const { averageRating, totalReviews } = teacher;
  const { rating, number } = figuresIn(locale);
  const languages = teacher.languagesTaught.map((code) => languageName(code, locale)).join(' · ');
  const reviews = totalReviews === 1 ? words.reviews_one : words.reviews_other;
  const lines = [languages];
  if (averageRating !== null) {
    lines.push(filled(reviews, { rating: `★ ${rating(averageRating)}`, count: number(totalReviews) }));
  }
  const preview: Preview = { accent: 'teach', kicker: words.teacher, title: teacher.name, lines };
  return { preview, text: [words.teacher, ...lines].join(' · ') };
}

/** Without a name on the board: those are for readers of the page. */
export function describeCup({ season, total }: AnswerOf<typeof listCup>, locale: Locale): Described {
  const words = previewWords[locale];
  if (season === null) {
    const preview: Preview = { accent: 'cup', kicker: 'Sumi', title: words.cup, lines: [words.cupText] };
    return { preview, text: words.cupText };
  }
  const title = filled(words.cupOf, { month: monthInWords(season, locale) });
  const people = total === 1 ? words.people_one : words.people_other;
  const count = filled(people, { count: figuresIn(locale).number(total) });
  const preview: Preview = { accent: 'cup', kicker: words.cup, title, lines: [count, words.cupText] };
  return { preview, text: `${count} · ${words.cupText}` };
}

/** The picture of the community as a whole. */
export function previewCommunity(locale: Locale): Preview {
  const { community, communityTitle, communityText } = previewWords[locale];
  return { accent: 'live', kicker: community, title: communityTitle, lines: [communityText] };
}

/** One text for every code, also for one that is of no link: a network learns nothing of its owner. */
export function describeInvitation(locale: Locale): Described {
  const { invited, invitedText } = previewWords[locale];
  return { preview: previewCommunity(locale), title: invited, text: invitedText };
}
