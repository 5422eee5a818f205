const DOT = '•';

/** `marina@exemplo.com` becomes `ma••••@exemplo.com`: enough to recognise one's own address, not to learn another's. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at)];
  const shown = name.slice(0, name.length > 3 ? 2 : 1);
  return `${shown}${DOT.repeat(Math.max(3, name.length - shown.length))}${domain}`;
}

/** Country and area code, then only the last four digits. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}${DOT.repeat(Math.max(3, phone.length - 9))}${phone.slice(-4)}`;
}
