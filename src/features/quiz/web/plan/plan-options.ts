import {
  type Icon,
  IconArrowsShuffle,
  IconBolt,
  IconBook,
  IconBriefcase,
  IconCertificate,
  IconClock,
  IconCoffee,
  IconConfetti,
  IconDeviceGamepad2,
  IconDeviceMobile,
  IconHeadphones,
  IconMessages,
  IconMountain,
  IconPlane,
  IconPuzzle,
  IconSchool,
  IconUser,
  IconUsers,
  IconWalk,
} from '@tabler/icons-react';
import type { Profile } from '#features/profiles/contract.ts';

/** The icon of each answer to the plan's questions. */
export const goalIcons: Record<Profile['goals'][number], Icon> = {
  conversation: IconMessages,
  certification: IconCertificate,
  travel: IconPlane,
  work: IconBriefcase,
  fun: IconConfetti,
  school: IconSchool,
  games: IconDeviceGamepad2,
};

export const styleIcons: Record<Profile['learningStyle'][number], Icon> = {
  private: IconUser,
  group: IconUsers,
  selfpaced: IconWalk,
  media: IconHeadphones,
  reading: IconBook,
  games: IconDeviceGamepad2,
  combined: IconPuzzle,
};

export const timeIcons: Record<NonNullable<Profile['availableTime']>, Icon> = {
  '5-10': IconBolt,
  '15-30': IconCoffee,
  '30-60': IconClock,
  '1-2': IconMountain,
};

export const modalityIcons: Record<Profile['modality'][number], Icon> = {
  club: IconMessages,
  async: IconDeviceMobile,
  private: IconSchool,
  mixed: IconArrowsShuffle,
};
