import type { Role } from '#shared/actor.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time/durations.ts';

/** An administrator's account can harm the whole community, so its password is longer. */
export const adminPasswordMinLength = 12;

/** For how many days a browser is known to an account that signed in on it. No browser keeps a cookie for longer. */
export const knownDeviceDays = 400;

/**
 * The fewest characters of a password; `floor` is the community's setting. A person who only has to set up a second
 * factor to be an administrator needs an administrator's already: they are one with that password.
 */
export function passwordMinLengthFor(who: { role: Role; factorDue?: boolean } | null, floor: number): number {
  const isAdmin = who?.role === 'admin' || who?.factorDue;
  return isAdmin ? Math.max(adminPasswordMinLength, floor) : floor;
}

/**
 * A password as it is hashed: the sign-in library brings wide, narrow and composed letters into one form first. What is
 * said of a password is said of this form, in which it signs in however it was typed.
 */
export function asHashed(password: string): string {
  return password.normalize('NFKC');
}

/** Accounts that can harm others: their owners are urged to add a second factor. */
export function shouldHaveSecondFactor(who: {
  role: Role;
  verifiedTeacher: boolean;
  factorDue: boolean;
}): boolean {
  return who.role === 'admin' || who.factorDue || who.verifiedTeacher;
}

/**
 * Whether a person has to set up a second factor before they are an administrator, where the community requires one.
 */
export function lacksFactor(who: { role: Role; twoFactorEnabled: boolean }, required: boolean): boolean {
  return required && who.role === 'admin' && !who.twoFactorEnabled;
}

/**
 * Services that people may sign in with, where the operator has set them up; `oidc` is any that speaks OpenID Connect.
 */
export const providerIds = ['google', 'microsoft', 'apple', 'oidc'] as const;
export type ProviderId = (typeof providerIds)[number];

/** How long a link in a letter can be followed, in minutes. */
export const linkMinutes = {
  'reset-password': 60,
  'verify-email': 24 * 60,
  'change-email': 24 * 60,
  'sign-up': 24 * 60,
  'sign-in': 10,
  'guardian-consent': 14 * 24 * 60,
  'sign-in-phone': 10,
  'add-phone': 10,
} as const;
export type LinkPurpose = keyof typeof linkMinutes;

/** How long another service believes a signed token that an app shows it, in minutes. */
export const tokenMinutes = 5;

/** How long a device may take to answer a challenge for a passkey, in minutes, and how many passkeys a person has. */
export const passkeyMinutes = 5;
export const mostPasskeys = 20;

/** Rate limits of one account, whether or not it exists. */
export const accountLimits = {
  /** Wrong passwords from one network, or from one device that has signed in before. */
  signIn: { max: 25, windowMs: hourMs },
  /** Wrong passwords from all networks and new devices together. */
  signInAnywhere: { max: 100, windowMs: hourMs },
  /** Wrong passwords of a session, which may be stolen. */
  password: { max: 25, windowMs: hourMs },
  reset: { max: 5, windowMs: 30 * minuteMs },
  signUp: { max: 5, windowMs: 30 * minuteMs },
  letters: { max: 5, windowMs: 30 * minuteMs },
  /** Text messages to one telephone, whether or not it is an account's, and those that one account asks for. */
  sms: { max: 3, windowMs: 30 * minuteMs },
  smsOfAccount: { max: 5, windowMs: dayMs },
  /** Codes tried for one letter or text message. */
  letterCodes: { max: 5, windowMs: 30 * minuteMs },
  /** Wrong codes of all letters to one address: of a million codes ten a day are guessed. */
  addressCodes: { max: 10, windowMs: dayMs },
} as const;

/**
 * What is sent to one address or telephone in a day (UTC), whether or not it is an account's: what one network asks
 * for, what all strangers do, and that with what devices ask for that have signed in to the account before.
 */
export const sentInADay = {
  letters: { ofNetwork: 8, ofStrangers: 16, ofAll: 24 },
  sms: { ofNetwork: 4, ofStrangers: 6, ofAll: 8 },
} as const;

/** Letters about a sign-in on a new device, to one owner: a flood tells no more than five. */
export const newDeviceLetters = { max: 5, windowMs: hourMs } as const;

/**
 * Whether the owner of an account is told of a device that signs in to it for the first time. Not in the account's
 * first hour, in which its owner often signs in on several devices, and not at an address that is not proved to be
 * theirs.
 */
export function isToldOfDevice(
  account: { emailVerified: boolean; createdAt: Date },
  knownHere: boolean,
  now: Date,
): boolean {
  const isNew = now.getTime() - account.createdAt.getTime() < newcomerMs;
  return !knownHere && !isNew && account.emailVerified;
}
const newcomerMs = hourMs;

/** Wrong passwords from one network, for whatever accounts. */
export const signInsFromNetwork = { max: 25, windowMs: 5 * minuteMs } as const;

/**
 * Sign-ins of one network that begin at a provider, and as many returns: a school's class signs in at the same minute.
 */
export const providerSignInsFromNetwork = { max: 100, windowMs: 5 * minuteMs } as const;

/** Sign-ups from one network, for whatever accounts: a first meeting in one room, or the people of a mobile carrier. */
export const signUpsFromNetwork = { max: 60, windowMs: 30 * minuteMs } as const;

/** Letters with a link to a new password that one network may ask for. */
export const resetsFromNetwork = { max: 20, windowMs: 30 * minuteMs } as const;

/** Text messages that one network may ask for: each costs money. */
export const smsFromNetwork = { max: 10, windowMs: 30 * minuteMs } as const;

/** The rate limit of all requests of one person. */
export const requestLimit = { max: 1500, windowMs: 5 * minuteMs } as const;

/** A first name as a letter to another person shows it: letters only, so that it can carry no message of its own. */
export function shownFirstName(name: string): string {
  return /[\p{L}\p{M}'’-]{1,30}/u.exec(name)?.[0] ?? 'Sumi';
}

/** So long after signing in, a session alone is enough for what otherwise asks for the password again. */
export const freshSessionMs = 15 * minuteMs;

/** The administrators' page of students with one person open. */
export function personAddress(id: string): string {
  return `/admin/students?person=${id}`;
}
