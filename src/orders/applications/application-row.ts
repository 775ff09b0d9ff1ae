import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { ApplicationStatus } from '../../vocabulary/application-lifecycle.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import { answersIn } from '../order-row.ts';
import type { Application } from './schema.ts';

/** An application with the fields that the API does not show. */
export interface StoredApplication {
  /** As the animal's side sees it, without `approvedUntil`. */
  readonly application: Application;
  /** The account that submitted it: whose own it is, or whose publishable key a visitor had. */
  readonly accountId: number;
  readonly byVisitor: boolean;
  /** A member of the animal's organization submitted it. */
  readonly byMember: boolean;
  /** The account that is a side of it because it submitted it: see `StoredOrder.placerId`. */
  readonly placerId: number | undefined;
  /** The owner of the animal when it was submitted. */
  readonly petOwner: Owner;
  /** The animal's side may not read who applies. */
  readonly isWithheld: boolean;
}

export type ApplicationRow = Selectable<Tables['applications']>;

export function storedOf(row: ApplicationRow): StoredApplication {
  const { adopter_name: name, adopter_email: email, adopter_phone: phone, note, locale } = row;
  const {
    message_to_adopter: messageToAdopter,
    order_id: orderId,
    assignee_id: assigneeId,
    staff_note: staffNote,
  } = row;
  const byVisitor = row.by_visitor !== null;
  const byMember = row.by_member !== null;
  return {
    application: {
      id: row.id,
      petId: row.pet_id,
      status: row.status as ApplicationStatus,
      ...(name === null || email === null ? {} : { adopter: { name, email, ...(phone === null ? {} : { phone }) } }),
      ...(note === null ? {} : { note }),
      ...(row.answers === null ? {} : { answers: answersIn(row) }),
      ...(locale === null ? {} : { locale }),
      ...(messageToAdopter === null ? {} : { messageToAdopter }),
      ...(orderId === null ? {} : { orderId }),
      ...(assigneeId === null ? {} : { assigneeId }),
      ...(staffNote === null ? {} : { staffNote }),
      ...(row.link_hash === null ? {} : { adopterHasLink: true }),
      createdAt: timestamp(row.created_at),
      updatedAt: timestamp(row.updated_at),
    },
    accountId: row.account_id,
    byVisitor,
    byMember,
    placerId: byVisitor || byMember ? undefined : row.account_id,
    petOwner: { accountId: row.pet_account_id, organizationId: row.organization_id ?? undefined },
    isWithheld: row.is_withheld !== null,
  };
}

/** The application without what only the animal's side sees. */
export function withoutStaff({
  assigneeId: _assignee,
  staffNote: _note,
  approvedUntil: _approved,
  ...application
}: Application): Application {
  return application;
}

/** The application without the adopter and what concerns them. It says whether anything was left out. */
export function withoutAdopter(found: Application): Application {
  const { adopter, note, answers, messageToAdopter, locale, ...application } = withoutStaff(found);
  const hasAny = [adopter, note, answers, messageToAdopter, locale].some((member) => member !== undefined);
  return hasAny ? { ...application, adopterWithheld: true } : application;
}
