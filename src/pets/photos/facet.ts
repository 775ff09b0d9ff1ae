/** The facet of animals that have a photo: see `facetsOf`. */
export const WITH_PHOTOS = 'photos:yes';
