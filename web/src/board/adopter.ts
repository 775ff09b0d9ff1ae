/** Who writes or reserves, kept while the application runs: nobody types it twice. */
export interface Adopter {
  readonly name: string;
  readonly email: string;
}

type Mistakes = Partial<Record<keyof Adopter, string>>;

/** What the service would refuse, said at the field. It looks once more itself. */
export function mistakesIn({ name, email }: Adopter): Mistakes {
  return {
    ...(name.trim() === '' && { name: 'Tell the shelter your name.' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && {
      email: 'Give an email address, such as ann@example.org.',
    }),
  };
}
