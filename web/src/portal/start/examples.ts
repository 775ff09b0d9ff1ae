import type { Petstore } from '../../../../client/src/petstore.ts';

// The portal shows the bodies of these functions, and runs them.

export interface Output {
  log(value: unknown): void;
}

async function list(petstore: Petstore, console: Output): Promise<void> {
  const { items } = await petstore.pets.list({ status: 'available', limit: 3 }).page();
  console.log(items);
}

async function mistake(petstore: Petstore, console: Output): Promise<void> {
  try {
    await petstore.pets.list({ limit: 1000 }).page();
  } catch (error) {
    console.log(error);
  }
}

async function add(petstore: Petstore, console: Output): Promise<void> {
  const pet = await petstore.pets.create({ name: 'Test animal', categoryId: 1, status: 'pending' });
  console.log(pet);
}

async function remove(petstore: Petstore, console: Output, petId: number): Promise<void> {
  await petstore.pets.delete(petId);
  console.log('removed');
}

async function usage(petstore: Petstore, console: Output): Promise<void> {
  const { minute, day } = await petstore.account.usage();
  console.log({ minute, day });
}

export const EXAMPLES = { list, mistake, add, remove, usage };
