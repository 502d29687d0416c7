-- streamer_data.total_views is what the views of the streamer's broadcasts add up to, whoever writes them.
CREATE FUNCTION count_views() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE streamer_data
  SET total_views = total_views + NEW.views - CASE WHEN TG_OP = 'UPDATE' THEN OLD.views ELSE 0 END
  WHERE user_id = NEW.streamer_id;
  RETURN NULL;
END $$;
CREATE TRIGGER streams_count_new_views AFTER INSERT ON streams
  FOR EACH ROW WHEN (NEW.views > 0) EXECUTE FUNCTION count_views();
CREATE TRIGGER streams_count_views AFTER UPDATE OF views ON streams
  FOR EACH ROW WHEN (NEW.views <> OLD.views) EXECUTE FUNCTION count_views();
