import type { Reader } from '../../mail/reader.ts';
import type { PublicOrganization } from '../../vocabulary/organizations.ts';

interface Visit {
  readonly orderId: number;
  readonly petName: string;
  readonly organization: Pick<PublicOrganization, 'name' | 'phone' | 'address'>;
  /** Timestamps. */
  readonly visitAt: string;
  readonly updatedAt: string;
}

/** A visit as a calendar with one entry of an hour. RFC 5545. */
export function calendarOf(reader: Reader, { orderId, petName, organization, visitAt, updatedAt }: Visit): string {
  const { name: shelter, phone, address } = organization;
  const { language, say, words } = reader;
  const inLanguage = language === 'en' ? '' : `;LANGUAGE=${language}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Petstore//Reservation//${language.toUpperCase()}`,
    'BEGIN:VEVENT',
    `UID:order-${orderId}-${utc(visitAt)}@petstore`,
    `DTSTAMP:${utc(updatedAt)}`,
    `DTSTART:${utc(visitAt)}`,
    'DURATION:PT1H',
    `SUMMARY${inLanguage}:${text(say(words.mails.calendar.visit, { animal: petName, shelter }))}`,
    ...(address === undefined ? [] : [`LOCATION:${text(addressLine(address))}`]),
    ...(phone === undefined ? [] : [`DESCRIPTION:${text(say(words.mails.calendar.call, { shelter, phone }))}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** An address in one line. */
export const addressLine = (address: NonNullable<PublicOrganization['address']>): string => {
  const { street, city, region, postalCode, country } = address;
  const place = [postalCode, city].filter((part) => part !== undefined).join(' ');
  return [street, place, region, country].filter((part) => part !== undefined && part !== '').join(', ');
};

const utc = (time: string): string => time.replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

/** Section 3.3.11. */
const text = (value: string): string =>
  value.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll(/\r?\n/g, String.raw`\n`);

/** Section 3.1: lines of up to 75 bytes, without cutting a character. */
function folded(line: string): string {
  const lines = [''];
  for (const character of line) {
    const last = lines.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > 75) lines.push(` ${character}`);
    else lines[lines.length - 1] = last + character;
  }
  return lines.join('\r\n');
}
