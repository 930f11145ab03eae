/** The address of a WhatsApp chat with that number, prefilled with `greeting`. */
export function contactAddress(whatsApp: string, greeting = ''): string {
  return `https://wa.me/${whatsApp}${greeting && `?text=${encodeURIComponent(greeting)}`}`;
}
