-- The table holds images that no row references, so its name says that.

ALTER TABLE loose_pictures RENAME TO unclaimed_images;
ALTER INDEX loose_pictures_pkey RENAME TO unclaimed_images_pkey;
ALTER INDEX loose_pictures_by_age RENAME TO unclaimed_images_by_age;
