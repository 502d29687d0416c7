-- Null: nobody chose a theme for every device, and each browser keeps its own.
ALTER TABLE preferences ALTER COLUMN theme DROP NOT NULL;
