/** The address that opens WhatsApp with a text that is ready to send. */
export function whatsappAddress(text: string): string {
  return `https://wa.me/?${new URLSearchParams({ text })}`.replaceAll('+', '%20');
}
