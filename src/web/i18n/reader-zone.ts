import { createContext, useContext } from 'react';
import { deviceZone } from './device-zone.ts';

const ZoneOfMember = createContext<string | null>(null);

/** Sets the zone of the signed-in person for the pages below; null for a visitor. */
export const ReaderZone = ZoneOfMember.Provider;

/** The zone in which every page shows its times: that of the signed-in person's profile, or a visitor's device. */
export function useReaderZone(): string {
  return useContext(ZoneOfMember) ?? deviceZone();
}
