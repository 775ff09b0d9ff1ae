import type { Order, PetProfile } from '../../../client/src/petstore.ts';
import { isFree } from '../../../src/vocabulary/animals/money.ts';
import { isPayable } from '../../../src/vocabulary/order-lifecycle.ts';
import { aboutFacts, dayWords, feeWords, healthFacts, paidWords } from '../board/animal/profile-facts.ts';
import { shortUrl } from '../board/organization/addresses.ts';
import { QrCode } from '../design/data/qr-code.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { parts, say, speaks, words } from '../words.ts';
import type { Subject } from './read-papers.ts';
import { dayAt, isOver, recordWords } from './records.ts';
import { PaperFacts, PaperName, PaperPicture, Sheet } from './sheet.tsx';

/** What adopter and shelter sign when an animal goes home. */
export function AdoptionSheet({ pet, offerer, order }: Subject & { readonly order: Order }) {
  const { profile = {} } = pet;
  const { staff = {}, adoptionFee, birthDate, sex } = profile;
  const { vaccinations = [], treatments = [], conditions = [], microchip } = staff;
  const { animal, papers } = words();
  const today = dayAt(offerer);
  const { paidAt } = order;
  const fee = [feeWords(adoptionFee && { ...adoptionFee, display: true }), paidAt && paidWords(paidAt, offerer)].filter(
    (part) => part !== undefined,
  );
  const isDue = paidAt === undefined && !isFree(adoptionFee) && isPayable(order);
  const organization = <bdi key="organization">{offerer?.name}</bdi>;
  return (
    <Sheet offerer={offerer} kind="adoption-sheet">
      <div class="sheet-title">
        <h2>{papers.adoptionSheet}</h2>
        <span>{say(papers.adoptionNumber, { id: String(order.id) })}</span>
      </div>
      <section class="adoption-animal">
        <PaperPicture pet={pet} />
        <div>
          <div class="sheet-title">
            <PaperName>{pet.name}</PaperName>
            <span>{say(animal.number, { id: String(pet.id) })}</span>
          </div>
          <PaperFacts
            facts={[
              [papers.chip, microchip?.number],
              [papers.chipIssuer, microchip?.issuer],
              [animal.fee, fee.length === 0 ? undefined : fee.join(' · ')],
              [papers.born, birthDate && dayWords(birthDate)],
              ...aboutFacts(profile),
            ]}
          />
        </div>
      </section>
      <section>
        <h3>{animal.health}</h3>
        <PaperFacts
          facts={[
            ...healthFacts(profile).map(([term, value]): [string, typeof value] => [
              term,
              term === say(animal.altered, { sex }) && staff.alteredDate !== undefined
                ? dayWords(staff.alteredDate)
                : value,
            ]),
            [papers.treatments, recordWords(treatments.filter((each) => !isOver(each, today)))],
            [papers.conditions, recordWords(conditions.filter((each) => !isOver(each, today)))],
          ]}
        />
      </section>
      {vaccinations.length > 0 && <Vaccinations vaccinations={vaccinations} />}
      <section>
        <h3>{papers.adopter}</h3>
        <dl class="sheet-blanks">
          {(
            [
              [papers.name, order.adopter?.name],
              [papers.email, order.adopter?.email],
              [papers.phone, order.adopter?.phone],
              [papers.address, undefined],
            ] as const
          ).map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value !== undefined && <UserText>{value}</UserText>}</dd>
            </div>
          ))}
        </dl>
      </section>
      {isDue && offerer?.paymentUrl !== undefined && <Payment url={offerer.paymentUrl} />}
      <section class="adoption-end">
        <p>{papers.received}</p>
        <dl class="sheet-signatures">
          {[papers.placeAndDate, papers.signatureOfAdopter, parts(papers.signatureFor, { organization })].map(
            (line, place) => (
              <div key={place}>
                <dt>{line}</dt>
                <dd />
              </div>
            ),
          )}
        </dl>
      </section>
    </Sheet>
  );
}

const Payment = ({ url }: { readonly url: string }) => (
  <section class="adoption-payment">
    <div>
      <h3>{words().reserving.payFee}</h3>
      <p>
        <UserText>{shortUrl(url)}</UserText>
      </p>
    </div>
    <QrCode text={url} label={url} />
  </section>
);

type Vaccination = NonNullable<NonNullable<PetProfile['staff']>['vaccinations']>[number];

function Vaccinations({ vaccinations }: { readonly vaccinations: readonly Vaccination[] }) {
  const { papers } = words();
  return (
    <section>
      <h3>{papers.vaccinations}</h3>
      <table class="sheet-table" lang={speaks().language}>
        <thead>
          <tr>
            <th scope="col">{papers.vaccine}</th>
            <th scope="col">{papers.given}</th>
            <th scope="col">{papers.nextDue}</th>
          </tr>
        </thead>
        <tbody>
          {vaccinations.map(({ name, date, nextDate }, place) => (
            <tr key={place}>
              <td>
                <UserText>{name}</UserText>
              </td>
              <td>{date && dayWords(date)}</td>
              <td>{nextDate && dayWords(nextDate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
