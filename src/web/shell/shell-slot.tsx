import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Places that features fill. In the bar above the page: `top` (the balance) and `tools` (notices). At the head of the
 * sidebar: `side`. In a page that leaves room: `part` (another feature's part), `aside` (beside it), `end` (after the
 * parts) and `action` (beside the title).
 */
export type ShellSlotName = 'top' | 'tools' | 'side' | 'part' | 'aside' | 'end' | 'action';

type Places = Record<ShellSlotName, HTMLElement | null>;
const nowhere: Places = {
  top: null,
  tools: null,
  side: null,
  part: null,
  aside: null,
  end: null,
  action: null,
};
const PlacesContext = createContext<Places>(nowhere);
const PlaceContext = createContext<(name: ShellSlotName, element: HTMLElement | null) => void>(() => {});

export function ShellSlots({ children }: { children: ReactNode }) {
  const [places, setPlaces] = useState(nowhere);
  const [place] = useState(
    () => (name: ShellSlotName, element: HTMLElement | null) =>
      setPlaces((current) => (current[name] === element ? current : { ...current, [name]: element })),
  );
  return (
    <PlaceContext value={place}>
      <PlacesContext value={places}>{children}</PlacesContext>
    </PlaceContext>
  );
}

/** Where the shell leaves room. */
export function ShellSlotPlace({ name }: { name: ShellSlotName }) {
  const place = useContext(PlaceContext);
  const [settle] = useState(() => (element: HTMLElement | null) => place(name, element));
  return <div ref={settle} data-slot={name} />;
}

/**
 * Puts something of a feature into the frame, from a layout route of that feature:
 * `<FillShellSlot name="top"><Balance /></FillShellSlot>`. Where nothing leaves room for it, it shows nothing.
 */
export function FillShellSlot({ name, children }: { name: ShellSlotName; children: ReactNode }) {
  const element = useContext(PlacesContext)[name];
  return element ? createPortal(children, element) : null;
}
