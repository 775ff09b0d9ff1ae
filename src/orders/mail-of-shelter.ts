import type { Letter } from '../mail/letter.ts';
import type { PublicOrganization } from '../vocabulary/organizations.ts';
import { addressLine } from './reservations/calendar.ts';

/** A mail of an organization to an adopter, who answers to it. @param origin of the site */
export function mailOfShelter(
  { name, logo, address, phone, email, website }: PublicOrganization,
  origin: string,
  adopter: { readonly email: string },
  letter: Omit<Letter, 'logo' | 'signature'>,
) {
  const lines = [name, address && addressLine(address), phone, email, website];
  const signature = lines.filter((line) => line !== undefined);
  return {
    to: adopter.email,
    letter: { ...letter, logo: logo && origin + logo, signature },
    fromName: name,
    replyTo: email,
  };
}
