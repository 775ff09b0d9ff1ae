import type { Category, Int64, NewPet, NewPetProfile, Pet, Petstore } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import { parseInt64 } from '../../vocabulary/int64.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Style, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';
import { type ListOptions, printList } from './lists.ts';
import { readJson } from './profile.ts';

type Status = Pet['status'];

interface ListPetsOptions extends ListOptions {
  readonly status?: Status;
  readonly category?: string;
  readonly name?: string;
  readonly since?: string;
}

interface AddPetOptions extends JsonOption {
  readonly category: string;
  readonly status?: Status;
  readonly profile?: string;
}

const STATUS_STYLES: Readonly<Record<Status, Style>> = { available: 'green', pending: 'yellow', sold: 'dim' };

export async function listPets(terminal: Terminal, options: ListPetsOptions): Promise<void> {
  const { status, category, name, since } = options;
  await withPetstore(async (petstore) => {
    const categories = await categoriesOf(petstore);
    const query = {
      ...(status !== undefined && { status }),
      ...(category !== undefined && { categoryId: categoryIdOf(category, categories) }),
      ...(name !== undefined && { q: name }),
      ...(since !== undefined && { updatedSince: since }),
    };
    await printList(
      terminal,
      (page) => petstore.pets.list({ ...query, ...page }),
      [
        { title: 'id', of: ({ id }) => id, right: true },
        { title: 'name', of: (pet) => pet.name, shrinks: true },
        { title: 'category', of: ({ categoryId }) => nameOf(categoryId, categories), shrinks: true },
        { title: 'status', of: (pet) => pet.status, style: (pet) => STATUS_STYLES[pet.status] },
      ],
      { ...options, none: 'No animals.' },
    );
  });
}

export async function addPet(terminal: Terminal, name: string, options: AddPetOptions): Promise<void> {
  const { category, status, json = false } = options;
  const profile = options.profile === undefined ? undefined : ((await readJson(options.profile)) as NewPetProfile);
  await withPetstore(async (petstore) => {
    const categories = await categoriesOf(petstore);
    const wanted: NewPet = {
      name,
      categoryId: categoryIdOf(category, categories),
      ...(status !== undefined && { status }),
      ...(profile !== undefined && { profile }),
    };
    const pet = await petstore.pets.create(wanted);
    if (json) return terminal.printJson(pet);
    printPet(terminal, pet, categories);
  });
}

export async function getPet(terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> {
  await withPetstore(async (petstore) => {
    // `GET /pets/{petId}` is removed in 2030 (specification, part 4.3).
    const { items } = await petstore.pets.list({ ids: [id] }).page();
    const [pet] = items;
    if (pet === undefined) throw new Failure(`There is no animal ${id}.`, { exit: 'refused' });
    if (json) return terminal.printJson(pet);
    printPet(terminal, pet, await categoriesOf(petstore));
  });
}

export async function setStatus(
  terminal: Terminal,
  id: Int64,
  status: Status,
  { json = false }: JsonOption,
): Promise<void> {
  await withPetstore(async (petstore) => {
    const pet = await petstore.pets.update(id, { status });
    if (json) return terminal.printJson(pet);
    printPet(terminal, pet, await categoriesOf(petstore));
  });
}

export async function removePet(terminal: Terminal, id: Int64, { json = false }: JsonOption): Promise<void> {
  await withPetstore((petstore) => petstore.pets.delete(id));
  if (json) terminal.printJson({ id, removed: true });
  else terminal.print(`Removed animal ${id}.`);
}

function printPet(terminal: Terminal, { id, name, categoryId, status }: Pet, categories: readonly Category[]): void {
  printFacts(terminal, [
    ['Animal', id],
    ['Name', name],
    ['Category', nameOf(categoryId, categories)],
    ['Status', status, STATUS_STYLES[status]],
  ]);
}

const categoriesOf = (petstore: Petstore): Promise<Category[]> => Array.fromAsync(petstore.categories.list());

/** A category's name, or its number if it has no name. */
const nameOf = (id: Int64, categories: readonly Category[]): string =>
  categories.find((category) => category.id === id)?.name ?? String(id);

/** Finds a category by its name, ignoring case, or by its number. */
function categoryIdOf(text: string, categories: readonly Category[]): Int64 {
  const folded = text.trim().toLowerCase();
  const id = categories.find(({ name }) => name.toLowerCase() === folded)?.id ?? parseInt64(text.trim());
  if (id !== undefined) return id;
  const names = categories.slice(0, 20).map(({ name }) => name);
  throw new Failure(`There is no category ${JSON.stringify(text)}. Use one of ${names.join(', ')}, or a number.`, {
    exit: 'usage',
  });
}
